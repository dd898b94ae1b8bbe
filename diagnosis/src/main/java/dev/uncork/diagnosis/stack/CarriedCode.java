package dev.uncork.diagnosis.stack;

import dev.uncork.recording.Frame;
import dev.uncork.recording.Samples;
import dev.uncork.recording.ThreadSample;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What virtual threads run, by samples of the CPU: the stack of a thread that carries one ends
 * where that of the virtual thread begins.
 */
public final class CarriedCode {
  /** Share of the samples of virtual threads from which on one method stands for all. */
  private static final double MOST = 0.5;

  private CarriedCode() {}

  /** Whether a frame is all that a look at a carrier tells. */
  public static boolean hides(Frame frame) {
    return frame.className().equals(ThreadSample.VIRTUAL)
        || frame.className().startsWith("jdk.internal.vm.Continuation");
  }

  /** Where virtual threads run most of the time; empty where they run here and there. */
  public static Optional<Frame> of(Samples samples) {
    Map<String, Long> methods = new HashMap<>();
    Map<String, Frame> hottest = new HashMap<>();
    long all = 0;
    for (Samples.Counted counted : samples.all()) {
      if (ThreadSample.isVirtual(counted.frames())) {
        Frame site = CodeOrigin.site(counted.frames()).orElseThrow();
        methods.merge(site.qualifiedMethod(), counted.count(), Long::sum);
        hottest.putIfAbsent(site.qualifiedMethod(), site);
        all += counted.count();
      }
    }
    double least = MOST * all;
    return methods.entrySet().stream()
        .filter(entry -> entry.getValue() >= least)
        .max(Map.Entry.comparingByValue())
        .map(entry -> hottest.get(entry.getKey()));
  }
}
