package dev.uncork.cli.tune;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.progress.RunProgress;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.JavaCommand;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.RemedyKind;
import dev.uncork.diagnosis.lever.SparkLayout;
import dev.uncork.diagnosis.lever.Why;
import dev.uncork.diagnosis.tune.Setup;
import dev.uncork.diagnosis.tune.TuneLoop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the user asked to be tuned, as text.
 *
 * @param workers what {@code {workers}} may be, what it is now first; null to choose
 * @param tries options to try, what they are now first
 * @param progress what tells the speed of a run
 * @param spark whether the command is Spark's, whose settings are to be tuned
 * @param executors layouts of executors to try, as {@code 4x2x4g}; null to choose
 * @param only whether nothing else is to be tried than what the user named
 * @param mostPairs pairs of runs of one test
 * @param mostRuns of all together; 0 for no limit
 */
public record TuneSettings(
    List<String> command,
    @Nullable String workers,
    List<String> tries,
    @Nullable String check,
    RunProgress progress,
    long warmUpSeconds,
    long timeoutSeconds,
    long budgetSeconds,
    int mostPairs,
    int mostRuns,
    boolean allowLessLog,
    boolean spark,
    @Nullable String executors,
    boolean only) {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z][\\w.-]*)\\}");
  private static final String WORKERS = "workers";

  /** What no Spark application goes below: two JVMs start, and a context. */
  private static final long LEAST_SPARK_SECONDS = 3;

  private static final Pattern LAYOUT = Pattern.compile("([1-9]\\d{0,4})x([1-9]\\d{0,4})x(\\w+)");

  /** All that decides what a run means; runs of another identity don't mix. */
  List<String> identity() {
    List<String> identity = new ArrayList<>();
    identity.addAll(List.of("--workers", workers == null ? "" : workers));
    tries.forEach(each -> identity.addAll(List.of("--try", each)));
    identity.addAll(List.of("--check", check == null ? "" : check));
    identity.addAll(progress.request());
    identity.addAll(List.of("--warm-up", Long.toString(warmUpSeconds)));
    if (spark) {
      identity.addAll(List.of("--spark", "--executors", executors == null ? "" : executors));
    }
    if (only) {
      identity.add("--only");
    }
    identity.add("--");
    identity.addAll(command);
    return List.copyOf(identity);
  }

  /** Refuses what can't come to a comparison, as far as that is known before anything runs. */
  void refuseWhatComparesNothing() {
    if (only && levers().isEmpty() && executors == null) {
      throw new UserError(
          "--only: nothing is named that could be tried; expected --try"
              + (spark ? " or --executors" : ", or {workers} in the command"));
    }
    int fewest = 1 + TuneLoop.FEWEST_RUNS;
    // The run under observation isn't counted by --runs.
    if (mostRuns > 0 && mostRuns < fewest - 1) {
      throw new UserError(
          "--runs "
              + mostRuns
              + " is too few to compare anything; expected "
              + (fewest - 1)
              + " or more: a first run, three of the program as it is, and three pairs");
    }
    if (spark && budgetSeconds < fewest * LEAST_SPARK_SECONDS) {
      throw new UserError(
          "--budget "
              + budgetSeconds
              + "s is too short to compare anything: the shortest tuning takes "
              + fewest
              + " runs, and a Spark application takes "
              + LEAST_SPARK_SECONDS
              + " s at the very least; expected "
              + fewest * LEAST_SPARK_SECONDS
              + "s or more, better "
              + fewest
              + " times what a run takes");
    }
    if (budgetSeconds < fewest * warmUpSeconds) {
      throw new UserError(
          "--budget "
              + budgetSeconds
              + "s is too short to compare anything: "
              + fewest
              + " runs of more than --warm-up "
              + warmUpSeconds
              + "s each take "
              + fewest * warmUpSeconds
              + " s; expected that or more");
    }
  }

  String unit() {
    return progress.unit();
  }

  /** The program as it came: every lever of the user's at its first value. */
  Setup start() {
    List<Change> changes = new ArrayList<>();
    for (Asked asked : asked()) {
      if (asked.now() != null) {
        changes.add(asked.now());
      }
    }
    return new Setup(changes);
  }

  /** Levers that the user named; one that has a place in the command must be among them. */
  List<Lever> levers() {
    return asked().stream()
        .map(
            asked ->
                new Lever(
                    asked.kind(),
                    asked.name(),
                    asked.values(),
                    OptionalDouble.empty(),
                    Why.Known.ASKED,
                    true))
        .toList();
  }

  /** Layouts of executors that the user named. */
  List<SparkLayout> layouts() {
    List<SparkLayout> layouts = new ArrayList<>();
    if (executors == null) {
      return layouts;
    }
    if (!spark) {
      throw new UserError("--executors " + executors + " needs --spark: only Spark has executors");
    }
    for (String text : executors.split(",", -1)) {
      Matcher matcher = LAYOUT.matcher(text.strip());
      Optional<Long> memory =
          matcher.matches() ? SparkLayout.mebibytes(matcher.group(3)) : Optional.empty();
      if (memory.isEmpty()) {
        throw new UserError(
            "--executors '"
                + executors
                + "': '"
                + text
                + "' is no layout; expected EXECUTORSxCORESxMEMORY with cores and memory of each,"
                + " as in 4x2x4g,2x4x8g");
      }
      layouts.add(
          new SparkLayout(
              Integer.parseInt(matcher.group(1)),
              Integer.parseInt(matcher.group(2)),
              memory.get()));
    }
    return layouts;
  }

  private record Asked(RemedyKind kind, String name, @Nullable Change now, List<Change> values) {}

  private List<Asked> asked() {
    List<Asked> all = new ArrayList<>();
    List<String> placeholders = placeholders();
    if (placeholders.contains(WORKERS)) {
      all.add(workerCounts());
    } else if (workers != null) {
      throw new UserError(
          "the command has no {workers}, so --workers can't vary anything; put {workers} where the"
              + " program takes its number of threads");
    }
    for (String text : tries) {
      all.add(parse(text));
    }
    for (String name : placeholders) {
      if (all.stream().noneMatch(asked -> asked.name().equals(name))) {
        throw new UserError(
            "the command has {"
                + name
                + "}, but nothing says what it is; give --try "
                + name
                + "=NOW,OTHER,…");
      }
    }
    return all;
  }

  private List<String> placeholders() {
    List<String> names = new ArrayList<>();
    for (String word : command) {
      Matcher matcher = PLACEHOLDER.matcher(word);
      while (matcher.find()) {
        if (!names.contains(matcher.group(1))) {
          names.add(matcher.group(1));
        }
      }
    }
    return names;
  }

  private Asked workerCounts() {
    List<String> counts;
    if (workers == null) {
      int cpus = Runtime.getRuntime().availableProcessors();
      TreeSet<Integer> more = new TreeSet<>(List.of(1, Math.max(1, cpus / 2), 2 * cpus, 4 * cpus));
      more.remove(cpus);
      counts = new ArrayList<>(List.of(Integer.toString(cpus)));
      more.forEach(count -> counts.add(Integer.toString(count)));
    } else {
      counts = Arrays.asList(workers.split(",", -1));
      if (!counts.stream().allMatch(count -> count.strip().matches("[1-9]\\d{0,5}"))) {
        throw new UserError(
            "--workers '"
                + workers
                + "' is not a list of counts; expected what it is now and what"
                + " to try, as 8,1,2,4,16");
      }
    }
    List<Change> values =
        counts.stream().map(c -> Change.fill(RemedyKind.WORKERS, WORKERS, c.strip())).toList();
    return new Asked(RemedyKind.WORKERS, WORKERS, values.get(0), values);
  }

  /**
   * {@code -Dx=1,16}, {@code name=a,b} for a placeholder, {@code spark.x=a,b}, or {@code
   * -XX:+Flag}.
   */
  private Asked parse(String text) {
    boolean option = text.startsWith("-");
    int equals = text.indexOf('=');
    if (option && JavaCommand.of(command).isEmpty() && equals < 0 && text.length() < 3) {
      throw new UserError("--try '" + text + "' is no option");
    }
    if (equals < 0 && option) {
      return new Asked(
          RemedyKind.KNOB,
          text,
          null,
          List.of(Change.options(RemedyKind.KNOB, text, List.of(text))));
    }
    String name = equals < 1 ? "" : text.substring(0, equals);
    List<String> values =
        equals < 1 ? List.of() : Arrays.asList(text.substring(equals + 1).split(",", -1));
    if (values.isEmpty() || values.contains("")) {
      throw new UserError(
          "--try '"
              + text
              + "' names no values; expected what it is now and what to try, as"
              + " -Dname=1,16,1024");
    }
    if (spark && name.startsWith("spark.")) {
      List<Change> settings =
          values.stream()
              .map(v -> Change.settings(RemedyKind.KNOB, name, name + "=" + v, Map.of(name, v)))
              .toList();
      return new Asked(RemedyKind.KNOB, name, settings.get(0), settings);
    }
    if (!option && !placeholders().contains(name)) {
      throw new UserError(
          "--try "
              + name
              + " has no place in the command: put {"
              + name
              + "} where its value goes,"
              + " or give an option of the JVM, as -Dname=1,16");
    }
    List<Change> changes =
        values.stream()
            .map(
                value ->
                    option
                        ? Change.options(RemedyKind.KNOB, name, List.of(name + "=" + value))
                        : Change.fill(RemedyKind.KNOB, name, value))
            .toList();
    return new Asked(
        RemedyKind.KNOB, name, !option || changes.size() > 1 ? changes.get(0) : null, changes);
  }
}
