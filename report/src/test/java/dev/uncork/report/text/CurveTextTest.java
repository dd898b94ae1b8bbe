package dev.uncork.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.curve.CurveUnit;
import dev.uncork.protocol.WorkUnit;
import dev.uncork.report.MadeUp;
import dev.uncork.report.MadeUpCurve;
import dev.uncork.report.MadeUpLedger;
import dev.uncork.report.words.CurveWords;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CurveTextTest {
  private static final Diagnosis RETRIES =
      MadeUpCurve.with(MadeUpLedger.with(Diagnosis.of(MadeUp.hotLock())));

  private static String text() throws IOException {
    StringBuilder out = new StringBuilder();
    new TextReport(TextReport.Options.plain()).render(RETRIES, out);
    return out.toString();
  }

  @Test
  void theVerdictNamesTheCodeAndHowManyCoresAreBest() throws IOException {
    assertThat(text())
        .startsWith(
            """
            Shop.sell (Shop.java:14) is the bottleneck: updates of Shop.BOOK fail and are
            tried again, which burns 48 % of the CPU time; fixing that could make it up to
            52 % faster.
              On 2 of 16 cores it is 1.6 times as fast.
              There a unit of work takes 9.3 times as much CPU time on 16 cores as on 2.
            """);
  }

  @Test
  void theCurveIsALineWithWhatItRestsOn() throws IOException {
    assertThat(text())
        .contains(
            """
            Curve     cores 1 2 4 8 16 | speed 1.67 1.63 1.34 1.08 1
                      Measured in 9 rounds, by the growth of Shop.sold; a unit takes 7.60
                      times (7.14 to 7.98) as much CPU time on all cores as on 2.
            """)
        .contains(
            """
            Cheapest  Run it on 2 cores, which is 1.6 times as fast:
                      uncork run --remedy cores=2 -- java ...
            """);
  }

  @Test
  void whatIsBurntIsARowWithItsCode() throws IOException {
    assertThat(text()).containsPattern("burnt by contention +9 % .* Shop.sell 5, Shop.count 2");
  }

  @Test
  void whatALambdaCountsInIsToldByItsClass() {
    String arg = "com.acme.Matrix$$Lambda/0x0000000012345678.arg$3";

    assertThat(CurveWords.unit(new CurveUnit(Optional.of(WorkUnit.COUNTER), arg)))
        .isEqualTo("by the growth of a number that a lambda of Matrix has");
  }
}
