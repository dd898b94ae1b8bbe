package dev.uncork.cli;

import dev.uncork.cli.launch.NumaNodes;
import dev.uncork.cli.launch.ObservedProgram;
import dev.uncork.cli.remedy.ReserveChoice;
import dev.uncork.cli.remedy.ReserveRoute;
import dev.uncork.cli.session.AgentOptions;
import dev.uncork.rewriting.selection.ClassSelection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** The options of the remedies that the agent applies while the program is loaded. */
final class RemedyOptions {
  private static final String RESERVE = "reserve";
  static final String NO_PREEMPT = "nopreempt";
  private static final String TICK = "tick";
  private static final String NUMA = "numa";
  static final String BY_STATISTICS = "statistics";
  private static final String EVERY = "*";
  private static final List<String> NAMES =
      List.of(RESERVE, "counter", "counter-adder", NO_PREEMPT, TICK, NUMA);

  @Option(
      names = "--remedy",
      paramLabel = "NAME[=CLASSES]",
      description = {
        "Change the running program. reserve: objects locked by one thread only are reserved for"
            + " it, which saves the atomic instructions; CLASSES are names or com.acme.*,"
            + " separated by semicolons, or @FILE.jfr for those in whose synchronized methods a"
            + " recorded run spent its time; default: every class that is eligible (see"
            + " explain-lock)."
            + " counter: methods that only read or update one field under the lock do so"
            + " atomically. counter-adder: the same, counted per processor and summed up when"
            + " read; the sum is no value of one moment.",
        "nopreempt: holders of hot locks that lose their processors while others wait are kept on"
            + " them, by the kernel's time-slice extension or longer slices, if that proves to"
            + " help (see doctor); with CLASSES, in all their critical sections, unproven.",
        "tick: threads queue before the synchronized methods of CLASSES, overtake each other within"
            + " a tick of 4 ms only, and get the lock in order of arrival at its end; for fairness"
            + " where the kernel has nothing for nopreempt.",
        "numa=NODE: the program runs on that node's processors only, and so takes its memory there."
      })
  private List<String> remedies = new ArrayList<>();

  /** Adds remedies that a plan holds. */
  void also(List<String> more) {
    remedies = new ArrayList<>(remedies);
    remedies.addAll(more);
  }

  /** Refuses what is no remedy, before anything is started. */
  void check() {
    for (String remedy : remedies) {
      if (!NAMES.contains(name(remedy))) {
        throw new UserError(
            "--remedy " + remedy + ": no such remedy; expected one of " + String.join(", ", NAMES));
      }
      if (classes(remedy).isBlank()) {
        throw new UserError("--remedy " + remedy + ": expected class names after the '='");
      }
      if (name(remedy).equals(NUMA)) {
        launcher(remedy);
        continue;
      }
      ClassSelection.misread(classes(remedy))
          .filter(part -> !part.startsWith("@"))
          .ifPresent(part -> refuse(remedy, part));
    }
  }

  private static void refuse(String remedy, String part) {
    throw new UserError(
        "--remedy "
            + remedy
            + ": "
            + part
            + " is no class; expected names, com.acme.* for a package and all below it, or *");
  }

  private static List<String> launcher(String remedy) {
    NumaNodes nodes = NumaNodes.ofMachine();
    Optional<String> refusal = nodes.refusal();
    if (refusal.isPresent()) {
      throw new UserError("--remedy " + remedy + ": " + refusal.get());
    }
    return nodes
        .launcher(classes(remedy))
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
  void addTo(
      ObservedProgram program,
      AgentOptions options,
      Installation installation,
      Path scratch,
      Consumer<String> say)
      throws IOException {
    Map<String, String> rewritten = new LinkedHashMap<>();
    for (String remedy : remedies) {
      if (name(remedy).equals(NUMA)) {
        program.startBy(launcher(remedy));
        say.accept("numa: on the processors of node " + classes(remedy));
        continue;
      }
      if (name(remedy).equals(NO_PREEMPT)) {
        boolean statistics = remedy.equals(NO_PREEMPT);
        options.with(NO_PREEMPT, statistics ? BY_STATISTICS : classes(remedy));
        say.accept(
            statistics
                ? "nopreempt: waits for locks whose holders are descheduled"
                : "nopreempt: in all critical sections of the classes chosen, contended or not");
        continue;
      }
      String classes = classes(remedy);
      if (!name(remedy).equals(RESERVE)) {
        // A plan may name the same remedy for one class after the other.
        rewritten.merge(name(remedy), classes, (one, two) -> one + ";" + two);
        continue;
      }
      if (classes.startsWith("@")) {
        Optional<String> chosen = ReserveChoice.of(Path.of(classes.substring(1)), say);
        if (chosen.isEmpty()) {
          continue;
        }
        classes = chosen.get();
      }
      ReserveRoute route =
          ReserveRoute.choose(
              installation, program.java(), program.command(), ClassSelection.of(classes), scratch);
      program.addJvmOptions(route.jvmOptions());
      if (route.rewriting()) {
        options.with(RESERVE, classes);
        if (route.early()) {
          options.with("early", "1");
        }
      }
      say.accept(route.explanation());
    }
    rewritten.forEach(
        (name, classes) -> {
          options.with(name, classes);
          say.accept(name + ": by rewriting classes as they are loaded");
        });
  }

  private static String name(String remedy) {
    int equals = remedy.indexOf('=');
    return equals < 0 ? remedy : remedy.substring(0, equals);
  }

  private static String classes(String remedy) {
    int equals = remedy.indexOf('=');
    return equals < 0 ? EVERY : remedy.substring(equals + 1);
  }
}
