package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.FastTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code uncork tune} finds what helps, drops what is wrong, and leaves a plan that works. */
@DefaultTier
class TuneTest {
  private static final String PROGRAM = "dev.uncork.systemtests.program.Tunable";

  @TempDir Path scratch;
  private final Jdk jdk = Jdk.of(17);

  private List<String> program(String... arguments) {
    List<String> words = new ArrayList<>(List.of(jdk.java(), "-cp", Uncork.programs(), PROGRAM));
    words.addAll(List.of(arguments));
    return words;
  }

  private Uncork tune(List<String> options, List<String> program) {
    List<String> words =
        new ArrayList<>(
            List.of("tune", "--progress", "done ([0-9.]+) ops/s", "--check", "/^right$/"));
    words.addAll(options);
    words.add("--");
    words.addAll(program);
    return Uncork.command(words.toArray(String[]::new)).in(scratch);
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(scratch.resolve("t.json").toFile());
  }

  @FastTier
  @Test
  void whatHelpsIsKeptAndThePlanAppliesIt() throws Exception {
    List<String> options =
        List.of("--workers=2,1,4", "--try=mode=slow,wrong,fast", "--json=t.json", "--budget=110s");
    Uncork.Outcome outcome = tune(options, program("{workers}", "{mode}")).run();
    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    assertThat(outcome.err()).contains("WRONG with mode wrong", "mode fast: kept");
    assertThat(outcome.out()).contains("workers 4", "mode fast", "It stopped because");
    JsonNode root = json();
    assertThat(root.at("/steps")).hasSize(2);
    assertThat(root.at("/comparison/pairs").asInt()).isPositive();
    for (JsonNode attempt : root.at("/attempts")) {
      for (JsonNode pair : attempt.at("/pairs")) {
        assertThat(pair.at("/after").asDouble()).isLessThan(50_000);
      }
    }
    String plan = Files.readString(scratch.resolve("uncork.plan"));
    assertThat(plan).contains("value = 'fast'", "pairs of runs");

    List<String> run = new ArrayList<>(List.of("run", "-q", "--plan", "uncork.plan", "--"));
    run.addAll(program("{workers}", "{mode}"));
    Uncork.Outcome planned = Uncork.command(run.toArray(String[]::new)).in(scratch).run();
    assertThat(planned.exitCode()).describedAs(planned.err()).isZero();
    assertThat(planned.out()).contains("workers 4, mode fast");
  }

  @Test
  void aHotCounterIsRewrittenByItselfAndThePlanDoesItAgain() throws Exception {
    String program = "dev.uncork.systemtests.program.Tallied";
    int threads = 4 * Runtime.getRuntime().availableProcessors();
    List<String> command =
        List.of(jdk.java(), "-cp", Uncork.programs(), program, "" + threads, "2500");
    List<String> options =
        List.of("--json=t.json", "--html=t.html", "--budget=170s", "--runs=16", "--pairs=4");
    Uncork.Outcome outcome = tune(options, command).run();
    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    assertThat(outcome.err()).contains("counter=" + program + "$Tally: kept");
    assertThat(outcome.out()).contains("$Tally");
    assertThat(json().at("/steps/0/attempt/remedy").asText()).isEqualTo("counter");
    assertThat(scratch.resolve("t.html")).content().contains("counter=" + program);
    assertThat(scratch.resolve("uncork.plan")).content().contains("kind = 'counter'");

    List<String> run = new ArrayList<>(List.of("run", "-q", "--plan", "uncork.plan", "--"));
    run.addAll(command);
    Uncork.Outcome planned = Uncork.command(run.toArray(String[]::new)).in(scratch).run();
    assertThat(planned.exitCode()).describedAs(planned.err()).isZero();
    assertThat(planned.out()).contains("right").containsPattern("done (19|20)\\d\\d\\.");
  }

  @Test
  void whereNothingHelpsNothingIsChanged() throws Exception {
    List<String> options = List.of("--try=-Dcolour=red,green", "--json=t.json", "--budget=60s");
    Uncork.Outcome outcome = tune(options, program("4", "slow")).run();
    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    assertThat(outcome.out()).contains("Nothing was changed");
    assertThat(json().at("/steps")).isEmpty();
  }

  @Test
  void stoppedItLeavesAPlanAndGoesOnLater() throws Exception {
    List<String> options = List.of("--try=mode=slow,fast", "--try=-Dturbo=false,true");
    List<String> program = program("4", "{mode}", "300");
    Path state = scratch.resolve("uncork-tune.state.json");
    Uncork.Running running = tune(options, program).start();
    Await.until("something is kept", () -> Files.exists(state) && events(state) > 12);
    assertThat(Uncork.without("kill", "-INT", "" + running.process().pid()).run().exitCode())
        .isZero();
    Uncork.Outcome stopped = running.await();
    assertThat(stopped.exitCode()).describedAs(stopped.err()).isEqualTo(130);
    assertThat(scratch.resolve("uncork.plan")).content().contains("[[remedy]]");

    Uncork.Outcome refused = tune(options, program).run();
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("unfinished tuning; --resume goes on");

    List<String> resume = new ArrayList<>(options);
    resume.addAll(List.of("--resume", "--json=t.json"));
    Uncork.Outcome resumed = tune(resume, program).run();
    assertThat(resumed.exitCode()).describedAs(resumed.err()).isZero();
    assertThat(resumed.err()).contains("resuming after");
    assertThat(json().at("/steps")).hasSize(2);
  }

  private static int events(Path state) throws Exception {
    return new ObjectMapper().readTree(state.toFile()).at("/events").size();
  }

  @Test
  void aChangedSourceIsVerified() throws Exception {
    Path classes = scratch.resolve("classes");
    copy(Path.of(Uncork.programs()).toRealPath(), classes);
    List<String> program = List.of(jdk.java(), "-cp", classes.toString(), PROGRAM, "4", "{mode}");
    List<String> options = List.of("--try=mode=slow,fast");
    assertThat(tune(options, program).run().exitCode()).isZero();
    Files.writeString(classes.resolve("changed"), "the program is another one now");
    List<String> resume = List.of("--try=mode=slow,fast", "--resume", "--json=t.json");
    Uncork.Outcome resumed = tune(resume, program).run();
    assertThat(resumed.exitCode()).describedAs(resumed.err()).isZero();
    assertThat(resumed.err()).contains("the program has changed since");
    assertThat(resumed.out()).contains("The source: since the source was changed");
    assertThat(json().at("/best/0/value").asText()).isEqualTo("fast");
  }

  private static void copy(Path from, Path to) throws Exception {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Path target = to.resolve(from.relativize(file));
            Files.createDirectories(target.getParent());
            Files.copy(file, target);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  @Test
  void aProgramThatFailsIsNotTuned() throws Exception {
    Uncork.Outcome outcome = tune(List.of(), program("4", "wrong")).run();
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("fails without any remedy: its output has no /^right$/");
  }

  @Test
  void whatCannotBeTriedIsRefused() throws Exception {
    String[][] bad = {
      {"--try=mode=a,b", "no place in the command"},
      {"--try=-Dx=1,,2", "names no values"},
      {"--workers=4", "has no {workers}"},
      {"--pairs=2", "out of range"},
      {"--resume", "there is no state file"}
    };
    for (String[] each : bad) {
      Uncork.Outcome outcome = tune(List.of(each[0]), program("4", "slow")).run();
      assertThat(outcome.exitCode()).describedAs(each[0]).isEqualTo(2);
      assertThat(outcome.err()).contains(each[1]);
    }
    Uncork.Outcome unknown = tune(List.of(), program("4", "{mode}")).run();
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("nothing says what it is");
  }

  @FastTier
  @Test
  void entriesThatNoLongerFitAreLeftOutAndTheRestGoesOn() throws Exception {
    Path plan = scratch.resolve("p.plan");
    Files.writeString(
        plan,
        """
        format = 1
        [[remedy]]
        kind = "heap"
        lever = "heap"
        value = "-Xmx64m"
        jvm-options = ["-Xmx64m"]
        requires = { jvm = 99 }
        [[remedy]]
        kind = "knob"
        lever = "mode"
        value = "fast"
        fill = { mode = "fast" }
        [[remedy]]
        kind = "knob"
        lever = "-Dturbo"
        value = "-Dturbo=true"
        jvm-options = ["-Dturbo=true"]
        requires = { classes = { "com.acme.Gone" = "sha256:00" } }
        """);
    List<String> run = new ArrayList<>(List.of("run", "-q", "--plan", "p.plan", "--"));
    run.addAll(program("1", "{mode}"));
    Uncork.Outcome outcome = Uncork.command(run.toArray(String[]::new)).in(scratch).run();
    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    assertThat(outcome.out()).contains("workers 1, mode fast");
    assertThat(outcome.err())
        .contains("'-Xmx64m' is left out: it was proven on JDK 99, this is JDK 17")
        .contains("com.acme.Gone is not on the class path");

    Uncork.Outcome exported =
        Uncork.command("plan", "export", "--jvm-options", "p.plan").in(scratch).run();
    assertThat(exported.exitCode()).isZero();
    assertThat(exported.out()).isEqualTo("-Xmx64m\n-Dturbo=true\n");
    assertThat(exported.err()).contains("{mode} in the command is fast");
    Files.writeString(plan, "format = 7");
    assertThat(
            Uncork.command("run", "--plan", "p.plan", "--", jdk.java(), "-version")
                .in(scratch)
                .run()
                .exitCode())
        .isEqualTo(2);
  }
}
