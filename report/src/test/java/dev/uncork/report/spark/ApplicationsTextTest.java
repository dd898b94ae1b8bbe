package dev.uncork.report.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.report.text.Look;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.price.TimeGain;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ApplicationsTextTest {
  @Test
  void theMostWastefulComesFirst() {
    List<ApplicationRow> rows =
        List.of(
            row("healthy one", 60, 240, 24, SparkKind.HEALTHY, TimeGain.none(60), List.of()),
            row(
                "nightly totals",
                4_320,
                276_480,
                172_800,
                SparkKind.SKEW,
                new TimeGain(1_000, 1_512, 2_000, 4_320),
                List.of("incomplete", "damaged lines")));

    assertThat(text(rows))
        .isEqualTo(
            """
            2 applications: 48.0 of 76.9 slot-hours were wasted (62 %)

            slot-hours
                wasted  share  slots        time  application
                  48.0   63 %     64  1 h 12 min  nightly totals (nightly totals-id)
                                                  skewed keys, 35 % to save
                                                  log: incomplete, damaged lines
                  0.01   10 %      4   1 min 0 s  healthy one (healthy one-id)
                                                  healthy
            """);
  }

  @Test
  void littleIsToldInMinutes() {
    List<ApplicationRow> rows =
        List.of(row("small", 60, 240, 24, SparkKind.HEALTHY, TimeGain.none(60), List.of()));

    assertThat(text(rows)).startsWith("1 application: 0.40 of 4.00 slot-min were wasted (10 %)");
  }

  @Test
  void namesDoNotWiden() {
    List<ApplicationRow> rows =
        List.of(row("x".repeat(300), 60, 240, 24, SparkKind.GC, TimeGain.none(60), List.of()));

    assertThat(text(rows).lines()).allMatch(line -> line.length() <= 80);
  }

  private static String text(List<ApplicationRow> rows) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new ApplicationsText(new Look(80, false, false))
        .render(rows, new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8).replaceAll("(?m) +$", "");
  }

  private static ApplicationRow row(
      String name,
      double seconds,
      double slotSeconds,
      double wasted,
      SparkKind verdict,
      TimeGain gain,
      List<String> notes) {
    return new ApplicationRow(
        name,
        name + "-id",
        seconds,
        new ApplicationRow.Slots((int) Math.round(slotSeconds / seconds), slotSeconds),
        wasted,
        verdict,
        gain,
        new ApplicationRow.Source("a.zstd", notes));
  }
}
