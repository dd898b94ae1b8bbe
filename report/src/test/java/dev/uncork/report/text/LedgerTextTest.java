package dev.uncork.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Comparison;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.report.MadeUp;
import dev.uncork.report.MadeUpLedger;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The ledger on the terminal. */
class LedgerTextTest {
  private static final Diagnosis HOT = MadeUpLedger.with(Diagnosis.of(MadeUp.hotLock()));

  private static List<String> lines(Diagnosis diagnosis, TextReport.Options options)
      throws IOException {
    StringBuilder text = new StringBuilder();
    new TextReport(options).render(diagnosis, text);
    return text.toString().lines().toList();
  }

  /** The lines from the ledger's title to the next empty line. */
  private static List<String> ledger(List<String> lines) {
    int from = 0;
    while (!lines.get(from).contains("Where ")) {
      from++;
    }
    int to = from;
    while (to < lines.size() && !lines.get(to).isEmpty() && !lines.get(to).startsWith("Cores")) {
      to++;
    }
    return lines.subList(from, to);
  }

  @Test
  void sixRowsHaveTheirShareABarAndWhatTheyAreChargedTo() throws IOException {
    assertThat(ledger(lines(HOT, new TextReport.Options(80, false, true))))
        .containsExactly(
            "Where 16 cores × 20.0 s went",
            "  work                    11 %  █▉",
            "  other processes          3 %  ▌",
            "  blocked at locks        44 %  ███████▉            ModelChecker 26, MemFPSet 13",
            "  waiting for a pool       9 %  █▋                  HikariCP's connection pool",
            "  only few threads busy   25 %  ████▌               main in MemFPSet.checkFPs",
            "  other                    9 %  █▌                  unexplained 3",
            "  0–14 s: blocked at locks 63 %, ModelChecker",
            "  14–20 s: only few threads busy 84 %, main in MemFPSet.checkFPs");
  }

  @Test
  void aPlainTerminalGetsTheSameInAscii() throws IOException {
    List<String> plain = ledger(lines(HOT, TextReport.Options.plain()));

    assertThat(plain.get(0)).isEqualTo("Where 16 cores x 20.0 s went");
    assertThat(plain)
        .allMatch(line -> line.matches("[\\x20-\\x7e]*") && line.length() <= 80)
        .anyMatch(line -> line.contains("44 %  ########            ModelChecker 26, MemFPSet 13"));
  }

  @Test
  void coloursChangeNothingButColours() throws IOException {
    List<String> coloured = lines(HOT, new TextReport.Options(80, true, true));

    assertThat(coloured).anyMatch(line -> line.contains("blocked at locks") && line.contains("["));
    assertThat(coloured.stream().map(line -> line.replaceAll("\u001b\\[[\\d;]*m", "")))
        .containsExactlyElementsOf(lines(HOT, new TextReport.Options(80, false, true)));
  }

  @Test
  void noWidthIsTooSmallOrTooLarge() throws IOException {
    for (int width : new int[] {72, 80, 100, 119, 120, 200}) {
      assertThat(lines(HOT, new TextReport.Options(width, false, true)))
          .allMatch(line -> line.length() <= width, "within " + width);
    }
  }

  @Test
  void rowsBelowHalfAPercentAreLeftOutUnlessNothingIsLeft() throws IOException {
    Ledger.Row work = new Ledger.Row(RowKind.WORK, 99.7, List.of(), List.of(1.0));
    Ledger.Row locks = new Ledger.Row(RowKind.LOCKS, 0.3, List.of(), List.of(0.0));
    Diagnosis healthy = Diagnosis.of(MadeUp.healthy());

    assertThat(
            ledger(
                lines(
                    MadeUpLedger.with(healthy, new Ledger(100, List.of(work, locks), 1, 0)),
                    TextReport.Options.plain())))
        .hasSize(2)
        .last()
        .asString()
        .contains("work", "100 %", "##################");
    assertThat(
            ledger(
                lines(
                    MadeUpLedger.with(healthy, new Ledger(100, List.of(locks), 1, 0)),
                    TextReport.Options.plain())))
        .hasSize(2)
        .last()
        .asString()
        .contains("blocked at locks", "<1 %");
  }

  @Test
  void everyRowHasANameThatFits() throws IOException {
    for (RowKind kind : RowKind.values()) {
      Ledger.Row row = new Ledger.Row(kind, 10, List.of(), List.of(1.0));
      Diagnosis one =
          MadeUpLedger.with(Diagnosis.of(MadeUp.healthy()), new Ledger(10, List.of(row), 1, 0));

      assertThat(ledger(lines(one, TextReport.Options.plain())).get(1))
          .matches("  \\S.{0,21} +100 %  #{18}");
    }
  }

  @Test
  void aRecordingWithoutLedgerSaysNothingOfIt() throws IOException {
    Diagnosis none = MadeUpLedger.with(HOT, Ledger.NONE);

    assertThat(lines(none, TextReport.Options.plain())).noneMatch(line -> line.contains("Where "));
  }

  @Test
  void aComparisonShowsTheRowsThatDiffer() throws IOException {
    Ledger.Row work = new Ledger.Row(RowKind.WORK, 80, List.of(), List.of(8.0));
    Ledger.Row locks = new Ledger.Row(RowKind.LOCKS, 20, List.of(), List.of(2.0));
    Diagnosis after =
        MadeUpLedger.with(
            Diagnosis.of(MadeUp.healthy()), new Ledger(100, Arrays.asList(work, locks), 1, 0));
    StringBuilder text = new StringBuilder();
    new ComparisonText(TextReport.Options.plain()).render(Comparison.of(HOT, after), text);

    assertThat(text.toString().lines())
        .anyMatch(line -> line.matches("Where the cores' time went +before +after +change"))
        .anyMatch(line -> line.matches("work +11 % +80 % +\\+69 points"))
        .anyMatch(line -> line.matches("blocked at locks +44 % +20 % +-24 points"))
        .noneMatch(line -> line.startsWith("compilation"));
  }
}
