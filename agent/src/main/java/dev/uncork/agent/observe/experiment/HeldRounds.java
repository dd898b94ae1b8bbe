package dev.uncork.agent.observe.experiment;

import dev.uncork.agent.observe.kernel.CoreOrder;
import dev.uncork.agent.observe.work.WorkCounter;
import dev.uncork.boot.cores.ProgramCores;
import dev.uncork.protocol.thread.ServiceThreadName;
import dev.uncork.recording.event.ExperimentWindowEvent;
import dev.uncork.recording.event.WindowWorkEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of one session: in each a window on some of the cores and one on all, in random order,
 * and on which CPUs.
 */
final class HeldRounds {
  private static final int LEAST_CORES = 2;

  private final Random random = new Random();
  private CoreOrder order = CoreOrder.NONE;
  private int cores;
  private CoreLevels levels = new CoreLevels(LEAST_CORES);
  private long windows;
  private int rounds;
  private boolean prepared;

  /** Finds out what can be used; null, or why the program can't be held, in one line. */
  @Nullable String prepare() {
    if (prepared) {
      return null;
    }
    String reason = ProgramCores.prepare(ServiceThreadName.allKernelPrefixes());
    if (reason != null) {
      return reason;
    }
    order = CoreOrder.ofProgram();
    cores = order.usable();
    if (cores < LEAST_CORES) {
      ProgramCores.finish();
      return "the program has one core";
    }
    levels = new CoreLevels(cores);
    // Not by a round, which may go on for a moment when the session has forgotten its events: one
    // that is registered after that keeps the agent's class loader.
    FlightRecorder.register(ExperimentWindowEvent.class);
    FlightRecorder.register(WindowWorkEvent.class);
    prepared = true;
    return null;
  }

  /** All cores that the program has; 0 while that isn't known. */
  int cores() {
    return cores;
  }

  /**
   * Runs one.
   *
   * @param wantedCores the cores that the program would use
   * @param lengthNanos of each window
   * @param stopping whether to leave it as it is
   * @return its windows; none where it isn't complete
   */
  List<Window> run(
      List<WorkCounter> counters, int wantedCores, long lengthNanos, BooleanSupplier stopping) {
    rounds++;
    counters.forEach(WorkCounter::read); // the first time takes longer
    List<Integer> shuffled = new ArrayList<>(List.of(levels.next(wantedCores), cores));
    Collections.shuffle(shuffled, random);
    List<Window> run = new ArrayList<>();
    for (int level : shuffled) {
      if (stopping.getAsBoolean()) {
        return List.of();
      }
      Window window = new Window(++windows, rounds, level, lengthNanos, counters);
      window.run(level == cores ? null : order.first(level), cores);
      if (window.counts()) {
        window.commit();
        run.add(window);
      }
    }
    return run.size() == shuffled.size() ? run : List.of();
  }

  /** Nothing is held any more. */
  void finish() {
    if (prepared) {
      prepared = false;
      ProgramCores.finish();
    }
  }
}
