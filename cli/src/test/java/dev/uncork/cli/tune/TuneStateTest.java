package dev.uncork.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.progress.RunProgress;
import dev.uncork.diagnosis.lever.Advice;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Effect;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.RemedyKind;
import dev.uncork.diagnosis.lever.SetupObservation;
import dev.uncork.diagnosis.lever.Why;
import dev.uncork.diagnosis.tune.RunOutcome;
import dev.uncork.diagnosis.tune.Setup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a tuning keeps in its file is there again later, or is refused with one message. */
class TuneStateTest {
  private static final Setup SETUP =
      new Setup(
          List.of(Change.settings(RemedyKind.KNOB, "spark.a", "spark.a=1", Map.of("a", "1"))));

  @TempDir private Path directory;

  private Path written() throws Exception {
    Path file = directory.resolve("state.json");
    TuneState state =
        TuneState.fresh(file, List.of("--", "spark-submit"), RunProgress.given(null), "program");
    state.add(new TuneState.Event(SETUP, new RunOutcome(7, 2, null), null, 2.5));
    return file;
  }

  @Test
  void whatWasMeasuredIsThereAgain() throws Exception {
    TuneState read = TuneState.read(written(), RunProgress.given(null)).orElseThrow();
    assertThat(read.replay(SETUP, false).orElseThrow().run()).isEqualTo(new RunOutcome(7, 2, null));
    assertThat(read.spentSeconds()).isEqualTo(2.5);
  }

  @Test
  void changesOfAllKindsAreThereAgain() throws Exception {
    Change options = Change.options(RemedyKind.HEAP, "heap", List.of("-Xmx2g"));
    Change fill = Change.fill(RemedyKind.WORKERS, "workers", "2");
    Effect several =
        new Effect.Several(
            List.of(new Effect.Remedies(List.of("reserve")), new Effect.JvmOptions(List.of("-D"))));
    Setup setup =
        new Setup(
            List.of(
                options,
                fill,
                Change.remedy(RemedyKind.RESERVE, "reserve", "reserve"),
                SETUP.changes().get(0),
                Change.none(fill),
                new Change(RemedyKind.KNOB, "both", "on", several),
                Change.together(List.of(options, fill))));
    Path file = directory.resolve("state.json");
    TuneState state = TuneState.fresh(file, List.of("--"), RunProgress.given(null), "program");
    state.add(new TuneState.Event(setup, new RunOutcome(7, 2, null), null, 1));

    assertThat(TuneState.read(file, RunProgress.given(null)).orElseThrow().replay(setup, false))
        .isPresent();
  }

  @Test
  void whatSpokeForLeversIsThereAgain() throws Exception {
    List<Lever> levers =
        Stream.of(
                Why.Known.ASKED,
                new Why.Collecting(0.25, 0.5),
                new Why.WaitedFor("com.acme.Cache"),
                new Why.ShuffledRows(7))
            .map(why -> new Lever(RemedyKind.KNOB, "k", List.of(), OptionalDouble.of(1), why, true))
            .toList();
    Advice advice = new Advice(Advice.Remedy.CHUNK, "com.acme.Queue", "", 0.5);
    SetupObservation seen =
        new SetupObservation("it waits", 0.5, levers, List.of(advice), List.of());
    Path file = directory.resolve("state.json");
    TuneState state = TuneState.fresh(file, List.of("--"), RunProgress.given(null), "program");
    state.add(new TuneState.Event(SETUP, null, seen, 1));

    TuneState read = TuneState.read(file, RunProgress.given(null)).orElseThrow();

    assertThat(read.replay(SETUP, true).orElseThrow().observation()).isEqualTo(seen);
  }

  @Test
  void filesOfOtherVersionsAndOthersFilesAreRefused() throws Exception {
    Path file = written();
    String text = Files.readString(file);
    Files.writeString(file, text.replaceFirst("\"format\" : \\d+", "\"format\" : 99"));
    refused(file, "another version of Uncork (format 99; expected ");
    Files.writeString(file, text.replaceFirst("\"format\" : \\d+,", ""));
    refused(file, "another version of Uncork (format 1; expected ");
    Files.writeString(file, text.replace("\"events\"", "\"runs\""));
    refused(file, "is not one of uncork tune");
    Files.writeString(file, text.replace("\"throughput\" : 7", "\"throughput\" : \"x\""));
    refused(file, "is not one of uncork tune");
    Files.writeString(file, "7");
    refused(file, "is not one of uncork tune");
  }

  private static void refused(Path file, String why) {
    assertThatThrownBy(() -> TuneState.read(file, RunProgress.given(null)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(why)
        .hasMessageContaining("--fresh");
  }
}
