package dev.uncork.cli.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.progress.RunProgress;
import java.util.List;
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
  void whatTheFirstRunPrintsIsWhatTheOthersAreMeasuredBy() throws Exception {
    RunProgress progress = RunProgress.searched();
    MeasuredRun runs = new MeasuredRun(SelfCheck.exitCode(), progress, 0, 60);
    String first =
        "n=0; for i in 3 4 2 5 3 4; do sleep 0.$i; n=$((n + 900 + i)); echo done: $n; done";
    double throughput = shell(runs, first).throughput();
    assertThat(throughput).isBetween(1_000.0, 4_000.0);
    assertThat(progress.label()).hasValue("done: …");
    assertThat(progress.unit()).isEqualTo("operations/s");
    assertThat(shell(runs, "sleep 1; echo done: 5000").throughput()).isBetween(500.0, 5_100.0);
    assertThat(shell(runs, "echo nothing").failure()).contains("showed the progress");
  }

  @Test
  void wherePartOfARunTellsItsProgressWholeRunsAreTimed() throws Exception {
    RunProgress progress = RunProgress.searched();
    MeasuredRun runs = new MeasuredRun(SelfCheck.exitCode(), progress, 0, 60);
    MeasuredRun.Outcome outcome =
        shell(runs, "for i in 31 45 67 99; do sleep 0.4; echo loaded $i; done; sleep 3");
    assertThat(outcome.throughput() * outcome.elapsedSeconds()).isEqualTo(1, within(1e-9));
    assertThat(progress.label()).isEmpty();
    assertThat(progress.isOpen()).isFalse();
  }

  @Test
  void aLineThatIsWrittenPieceByPieceHasNoLinesOfTheLogWithin() throws Exception {
    MeasuredRun runs =
        new MeasuredRun(SelfCheck.parse("/^total: 7$/"), RunProgress.given(null), 0, 60);
    assertThat(shell(runs, "printf 'total: '; echo some log >&2; echo 7").failure()).isNull();
    assertThat(shell(runs, "echo total: 7 >&2").failure()).isNull();
    assertThat(shell(runs, "echo total: 8").failure()).contains("has no");
  }

  private static MeasuredRun.Outcome shell(MeasuredRun runs, String script) throws Exception {
    return runs.run(() -> MeasuredRun.start(List.of("sh", "-c", script), List.of()), line -> {})
        .orElseThrow();
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
