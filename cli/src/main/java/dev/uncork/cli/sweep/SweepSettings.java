package dev.uncork.cli.sweep;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.measure.SelfCheck;
import dev.uncork.cli.progress.RunProgress;
import dev.uncork.cli.value.CountList;
import dev.uncork.scaling.sweep.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the user asked a sweep to measure, as text.
 *
 * @param heaps comma-separated, as {@code 1g,4g}; null to leave the heap alone
 * @param check null for the exit code alone
 * @param progress what tells the speed of a run
 */
public record SweepSettings(
    String workers,
    @Nullable String heaps,
    List<String> levers,
    int runs,
    boolean warmUpRun,
    long warmUpSeconds,
    long timeoutSeconds,
    @Nullable String check,
    RunProgress progress,
    List<String> command) {
  private static final Pattern HEAP = Pattern.compile("\\d{1,9}[kKmMgGtT]?");
  private static final int MOST_RUNS = 1000;

  /** All that decides what a run means; runs of a sweep with another identity don't mix. */
  List<String> identity() {
    List<String> identity = new ArrayList<>(List.of("--workers", workers));
    identity.addAll(List.of("--heap", heaps == null ? "" : heaps));
    levers.forEach(lever -> identity.addAll(List.of("--try", lever)));
    identity.addAll(List.of("--warm-up", Long.toString(warmUpSeconds)));
    identity.addAll(List.of("--timeout", Long.toString(timeoutSeconds)));
    identity.addAll(List.of("--check", check == null ? "" : check));
    identity.addAll(progress.request());
    identity.add("--");
    identity.addAll(command);
    return List.copyOf(identity);
  }

  List<Point> points() {
    return Schedule.points(CountList.workers().parse(workers), heapSizes(), parsedLevers());
  }

  List<Schedule.Slot> schedule() {
    if (runs < 1 || runs > MOST_RUNS) {
      throw new UserError("--runs " + runs + " is out of range; expected 1 to " + MOST_RUNS);
    }
    return Schedule.of(points(), runs, warmUpRun);
  }

  ProgramTrial program() {
    CommandTemplate template =
        CommandTemplate.of(
            command, CountList.workers().parse(workers), heapSizes(), parsedLevers());
    return new ProgramTrial(
        template,
        check == null ? SelfCheck.exitCode() : SelfCheck.parse(check),
        progress,
        warmUpSeconds,
        timeoutSeconds);
  }

  private List<TriedOption> parsedLevers() {
    return levers.stream().map(TriedOption::parse).toList();
  }

  private List<String> heapSizes() {
    if (heaps == null) {
      return List.of();
    }
    List<String> sizes = Arrays.asList(heaps.split(",", -1));
    if (!sizes.stream().allMatch(size -> HEAP.matcher(size).matches())) {
      throw new UserError("--heap '" + heaps + "' is not a list of sizes; expected as 512m,1g,4g");
    }
    return sizes;
  }
}
