package dev.uncork.cli.tune;

import dev.uncork.cli.launch.JavaClassPath;
import dev.uncork.cli.plan.Fingerprint;
import dev.uncork.cli.plan.Plan;
import dev.uncork.cli.plan.PlanFile;
import dev.uncork.cli.quiet.LogConfiguration;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.RemedyKind;
import dev.uncork.diagnosis.tune.TuneResult;
import dev.uncork.report.next.ShellWords;
import dev.uncork.report.words.Amounts;
import dev.uncork.report.words.TuneWords;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes a plan of what was kept. */
final class PlanText {
  private static final Pattern HEAP = Pattern.compile("-Xmx(\\d+)m");

  private static final String OF_THE_OLD_SOURCE = "kept before the source was changed";

  private final TuneSettings settings;
  private final String version;
  private final int jvm;
  private final Path directory;

  PlanText(TuneSettings settings, String version, int jvm, Path directory) {
    this.settings = settings;
    this.version = version;
    this.jvm = jvm;
    this.directory = directory;
  }

  Plan of(TuneResult result) {
    Map<String, String> origin = new TreeMap<>();
    origin.put("by", version);
    origin.put("date", LocalDate.now(ZoneId.systemDefault()).toString());
    origin.put(PlanFile.PROGRAM, ShellWords.joined(settings.command()));
    if (jvm > 0) {
      origin.put("jdk", Integer.toString(jvm));
    }
    result
        .baseline()
        .ifPresent(
            baseline ->
                origin.put("before", Amounts.scaled(baseline.median()) + " " + settings.unit()));
    origin.put("after", Amounts.scaled(result.throughput()) + " " + settings.unit());
    List<Plan.Entry> entries = new ArrayList<>();
    if (!result.notReached().isEmpty()) {
      origin.put(
          "not-reached",
          String.join(
              "; ",
              result.notReached().stream().map(l -> TuneWords.notReached(l, result)).toList()));
    }
    List<Change> before = result.start().changes();
    for (Change change : result.best().changes()) {
      // What the program has by itself needs no plan, but for places in the command.
      if (before.contains(change) && change.fills().isEmpty()) {
        continue;
      }
      entries.add(new Plan.Entry(change, requirements(change), comment(change, result)));
    }
    return new Plan(origin, entries);
  }

  private static List<String> comment(Change change, TuneResult result) {
    for (TuneResult.Step step : result.steps()) {
      Change kept = step.attempt().change();
      if (kept.equals(change)) {
        return List.of(TuneWords.grounds(step.attempt()));
      }
      if (kept.parts().contains(change)) {
        return List.of(TuneWords.grounds(step.attempt()) + ", together: " + kept.text());
      }
    }
    return List.of(
        result.start().changes().contains(change) ? Plan.Entry.AS_IT_WAS : OF_THE_OLD_SOURCE);
  }

  private Plan.Requirements requirements(Change change) {
    List<Path> classPath = JavaClassPath.of(settings.command());
    Map<String, String> classes = new TreeMap<>();
    Map<String, String> files = new TreeMap<>();
    int major = 0;
    long memory = 0;
    if (change.kind() == RemedyKind.HEAP || change.kind() == RemedyKind.RESERVE) {
      major = jvm;
    }
    for (String option : change.jvmOptions()) {
      Matcher heap = HEAP.matcher(option);
      if (change.kind() == RemedyKind.HEAP && heap.matches()) {
        memory = 2 * Long.parseLong(heap.group(1));
      }
    }
    for (String remedy : change.remedies()) {
      int equals = remedy.indexOf('=');
      for (String name : equals < 0 ? new String[0] : remedy.substring(equals + 1).split(";")) {
        Optional<String> print = Fingerprint.of(name.replace('.', '/') + ".class", classPath);
        print.ifPresent(text -> classes.put(name, text));
      }
    }
    if (change.kind() == RemedyKind.QUIET) {
      LogConfiguration.requirements(change, classPath, directory, classes, files);
    }
    return new Plan.Requirements(major, memory, classes, files);
  }
}
