package dev.uncork.cli.option;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.install.Installation;
import dev.uncork.cli.launch.NumaNodes;
import dev.uncork.cli.launch.ObservedProgram;
import dev.uncork.cli.remedy.ReserveChoice;
import dev.uncork.cli.remedy.ReserveRoute;
import dev.uncork.cli.value.CoreCount;
import dev.uncork.cli.value.RemedyCandidates;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.protocol.RemedyName;
import dev.uncork.protocol.RemedyRequest;
import dev.uncork.rewriting.selection.ClassSelection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The options of the remedies that the agent applies while the program is loaded. */
public final class RemedyOptions {
  @Option(
      names = "--remedy",
      paramLabel = "NAME[=CLASSES]",
      completionCandidates = RemedyCandidates.class,
      description = {
        "Change the running program. reserve: objects locked by one thread only are reserved for"
            + " it, which saves the atomic instructions; CLASSES are names or com.acme.*,"
            + " separated by semicolons, or @FILE.jfr for those in whose synchronized methods a"
            + " recorded run spent its time; default: every class that is eligible (see"
            + " explain-lock)."
            + " counter: methods that only read or update one field under the lock do so"
            + " atomically. counter-adder: the same, counted per processor and summed up when"
            + " read; the sum isn't exact for any one moment.",
        "nopreempt: holders of hot locks that lose their processors while others wait are kept on"
            + " them, by the kernel's time-slice extension or longer slices, if that proves to"
            + " help (see doctor); with CLASSES, in all their critical sections, unproven.",
        "tick: threads queue before the synchronized methods of CLASSES, overtake each other within"
            + " a tick of 4 ms only, and get the lock in order of arrival at its end; for fairness"
            + " where the kernel has nothing for nopreempt.",
        "cores=N: the program's own threads run on N cores only, and it is told that there are N;"
            + " garbage collection and the JIT compilers keep all. cores=auto: on as many as it is"
            + " fastest on by the experiment, if that is clearly faster than all.",
        "numa=NODE: the program runs on that node's processors only, and so takes its memory there."
      })
  private List<String> remedies = new ArrayList<>();

  /** Adds remedies that a plan holds. */
  public void also(List<String> more) {
    remedies = new ArrayList<>(remedies);
    remedies.addAll(more);
  }

  /** Refuses what is no remedy, before anything is started. */
  public void check() {
    for (String remedy : remedies) {
      RemedyRequest request = request(remedy);
      if (request.remedy() == RemedyName.CORES) {
        CoreCount.check(request, Runtime.getRuntime().availableProcessors());
        continue;
      }
      if (request.classes().isBlank()) {
        throw new UserError("--remedy " + remedy + ": expected class names after the '='");
      }
      if (request.remedy() == RemedyName.NUMA) {
        launcher(request);
        continue;
      }
      ClassSelection.misread(request.classes())
          .filter(part -> !part.startsWith("@"))
          .ifPresent(part -> refuse(remedy, part));
    }
  }

  private static RemedyRequest request(String text) {
    return RemedyRequest.parse(text)
        .orElseThrow(
            () ->
                new UserError(
                    "--remedy "
                        + text
                        + ": no such remedy; expected one of "
                        + Arrays.stream(RemedyName.values())
                            .map(RemedyName::label)
                            .collect(Collectors.joining(", "))));
  }

  private static void refuse(String remedy, String part) {
    throw new UserError(
        "--remedy "
            + remedy
            + ": "
            + part
            + " is no class; expected names, com.acme.* for a package and all below it, or *");
  }

  private static List<String> launcher(RemedyRequest remedy) {
    NumaNodes nodes = NumaNodes.ofMachine();
    Optional<String> refusal = nodes.refusal();
    if (refusal.isPresent()) {
      throw new UserError("--remedy " + remedy + ": " + refusal.get());
    }
    return nodes
        .launcher(remedy.classes())
        .orElseThrow(
            () ->
                new UserError(
                    "--remedy "
                        + remedy
                        + ": no such node; expected numa= and one of "
                        + new TreeSet<>(nodes.cpus().keySet())));
  }

  /**
   * Adds what the JVM and the agent need to know.
   *
   * @param scratch a directory for files that starting the JVM needs
   * @param say tells the user which route was chosen
   */
  public void addTo(
      ObservedProgram program,
      AgentOptions options,
      Installation installation,
      Path scratch,
      Consumer<String> say)
      throws IOException {
    Map<RemedyName, String> rewritten = new LinkedHashMap<>();
    for (String remedy : remedies) {
      RemedyRequest request = request(remedy);
      switch (request.remedy()) {
        case NUMA -> {
          program.startBy(launcher(request));
          say.accept("numa: on the processors of node " + request.classes());
        }
        case CORES -> CoreCount.addTo(options, request);
        case NOPREEMPT -> {
          boolean statistics = request.chosen().isEmpty();
          options.with(
              AgentOption.NOPREEMPT, statistics ? AgentOption.BY_STATISTICS : request.classes());
          say.accept(
              statistics
                  ? "nopreempt: waits for locks whose holders are descheduled"
                  : "nopreempt: in all critical sections of the classes chosen, contended or not");
        }
        case RESERVE -> reserve(request.classes(), program, options, installation, scratch, say);
        // A plan may name the same remedy for one class after the other.
        case COUNTER, COUNTER_ADDER, TICK ->
            rewritten.merge(request.remedy(), request.classes(), (one, two) -> one + ";" + two);
      }
    }
    rewritten.forEach(
        (remedy, classes) -> {
          options.with(AgentOption.of(remedy), classes);
          say.accept(remedy.label() + ": by rewriting classes as they are loaded");
        });
  }

  private static void reserve(
      String wanted,
      ObservedProgram program,
      AgentOptions options,
      Installation installation,
      Path scratch,
      Consumer<String> say)
      throws IOException {
    String classes = wanted;
    if (wanted.startsWith("@")) {
      Optional<String> chosen = ReserveChoice.of(Path.of(wanted.substring(1)), say);
      if (chosen.isEmpty()) {
        return;
      }
      classes = chosen.get();
    }
    ReserveRoute route =
        ReserveRoute.choose(
            installation, program.java(), program.command(), ClassSelection.of(classes), scratch);
    program.addJvmOptions(route.jvmOptions());
    if (route.rewriting()) {
      options.with(AgentOption.RESERVE, classes);
      if (route.early()) {
        options.with(AgentOption.EARLY, true);
      }
    }
    say.accept(route.explanation());
  }
}
