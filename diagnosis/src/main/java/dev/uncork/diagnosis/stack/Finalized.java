package dev.uncork.diagnosis.stack;

import dev.uncork.recording.Frame;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Samples;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.ThreadUse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Objects with a {@code finalize} method of which so many are made that running it takes part of
 * the CPU time. Each is registered when it is made, and lives on until the Finalizer thread has run
 * the method.
 *
 * @param className of them
 * @param at where they are made
 */
public record Finalized(String className, Frame at) {
  private static final String FINALIZER = "Finalizer";
  private static final String REGISTER = "java.lang.ref.Finalizer.register";
  private static final String OBJECT = "java.lang.Object.<init>";
  private static final String CONSTRUCTOR = "<init>";

  /**
   * Share of the CPU time of all threads that the Finalizer thread uses from which on it counts.
   */
  private static final double LEAST_SHARE = 0.02;

  private static final int FEWEST_SAMPLES = 3;

  /** Those that are made most often; empty where running their method takes hardly any time. */
  public static Optional<Finalized> of(Recording recording) {
    double all = recording.threads().stream().mapToLong(ThreadUse::cpuNanos).sum();
    double finalizer =
        recording.threads().stream()
            .filter(thread -> thread.name().equals(FINALIZER))
            .mapToLong(ThreadUse::cpuNanos)
            .sum();
    if (finalizer <= 0 || finalizer < LEAST_SHARE * all) {
      return Optional.empty();
    }
    Map<Finalized, Long> samples = new HashMap<>();
    for (Samples.Counted counted : recording.samples().all()) {
      made(counted.frames()).ifPresent(made -> samples.merge(made, counted.count(), Long::sum));
    }
    for (Snapshot snapshot : recording.snapshots()) {
      for (ThreadSample thread : snapshot.threads()) {
        made(thread.stack()).ifPresent(made -> samples.merge(made, 1L, Long::sum));
      }
    }
    return samples.entrySet().stream()
        .filter(entry -> entry.getValue() >= FEWEST_SAMPLES)
        .max(
            Map.Entry.<Finalized, Long>comparingByValue()
                .thenComparing(entry -> entry.getKey().at().toString()))
        .map(Map.Entry::getKey);
  }

  /**
   * What is being registered: its constructors call that of {@code Object}, from which the JVM does
   * it, on JDK 17 without a way back for JFR.
   */
  private static Optional<Finalized> made(List<Frame> stack) {
    int at = 0;
    while (at < stack.size() && !stack.get(at).qualifiedMethod().equals(OBJECT)) {
      at++;
    }
    boolean registers = at == 0 || stack.get(at - 1).qualifiedMethod().equals(REGISTER);
    String made = "";
    for (int i = at + 1; registers && i < stack.size(); i++) {
      if (!stack.get(i).method().equals(CONSTRUCTOR)) {
        return made.isEmpty() ? Optional.empty() : Optional.of(new Finalized(made, stack.get(i)));
      }
      made = stack.get(i).className();
    }
    return Optional.empty();
  }
}
