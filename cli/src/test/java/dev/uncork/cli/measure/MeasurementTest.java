package dev.uncork.cli.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.cli.error.UserError;
import org.junit.jupiter.api.Test;

/** What one run comes to: throughput, self-check, the CPU that others used. */
class MeasurementTest {
  @Test
  void ratesAfterTheWarmUpAreAveraged() {
    Throughput throughput = new Throughput(true, 2);
    throughput.add(1, 1000);
    throughput.add(2, 10);
    throughput.add(3, 20);
    assertThat(throughput.of(4)).hasValue(15);
  }

  @Test
  void countsGiveTheSlopeBehindTheWarmUp() {
    Throughput throughput = new Throughput(false, 1);
    throughput.add(0.5, 7);
    throughput.add(1, 100);
    throughput.add(2, 300);
    throughput.add(3, 500);
    assertThat(throughput.of(3.2)).hasValue(200);
  }

  @Test
  void aSingleCountAtTheEndIsDividedByTheWholeTime() {
    Throughput throughput = new Throughput(false, 0);
    throughput.add(3.9, 400);
    assertThat(throughput.of(4)).hasValue(100);
  }

  @Test
  void nothingSeenIsNoThroughput() {
    Throughput throughput = new Throughput(false, 5);
    throughput.add(1, 1);
    assertThat(throughput.of(10)).isEmpty();
  }

  @Test
  void aCheckIsAnExpressionOrACommandAndTheExitCodeCountsAlways() throws Exception {
    SelfCheck expression = SelfCheck.parse("/^right$/");
    assertThat(expression.objection(0, "a\nright\n")).isEmpty();
    assertThat(expression.objection(0, "wrong\n")).get().asString().contains("/^right$/");
    assertThat(expression.objection(3, "right\n")).contains("exit code 3");
    SelfCheck command = SelfCheck.parse("grep -q right");
    assertThat(command.objection(0, "right\n")).isEmpty();
    assertThat(command.objection(0, "wrong\n")).get().asString().contains("grep -q right");
    assertThat(SelfCheck.parse("true").objection(0, "x".repeat(1 << 20))).isEmpty();
  }

  @Test
  void aBadCheckIsRefused() {
    assertThatThrownBy(() -> SelfCheck.parse(" ")).isInstanceOf(UserError.class);
    assertThatThrownBy(() -> SelfCheck.parse("/(/")).isInstanceOf(UserError.class);
    assertThatThrownBy(() -> SelfCheck.parse("No error"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--check '/No error/'");
  }

  @Test
  void theCpuOfOthersIsWhatIsLeftOfTheMachines() {
    String own = "7 (a) b) S 1 7 7 0 -1 4194304 0 0 0 0 ";
    CpuClock before = CpuClock.parse("cpu  100 0 50 800 50 0 0 0 0 0", own + "10 5 20 5 20 0");
    CpuClock after = CpuClock.parse("cpu  180 0 70 870 60 10 0 10 0 0", own + "30 10 40 20 20 0");
    // 200 ticks in all, 120 busy, 60 of them own.
    assertThat(after.othersShareSince(before)).isEqualTo(0.3, within(1e-9));
    assertThat(before.othersShareSince(before)).isZero();
  }
}
