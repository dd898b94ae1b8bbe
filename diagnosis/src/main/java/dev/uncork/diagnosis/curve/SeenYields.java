package dev.uncork.diagnosis.curve;

import dev.uncork.diagnosis.ledger.Burn;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Loops that wait by {@code Thread.yield}, which is native code, where JFR takes no samples: looks
 * at threads tell.
 *
 * <p>A thread that shares its core stands there while others have it. So only those count that had
 * a core nearly all the time since the look before.
 */
final class SeenYields {
  /** CPU share from which on a thread hardly gave its core away. */
  private static final double KEPT = 0.9;

  private static final int FEWEST_LOOKS = 20;
  private static final double LEAST_SHARE = 0.05;

  private static final class Seen {
    private final List<Frame> stack;
    private double cpu;
    private int looks;

    Seen(List<Frame> stack) {
      this.stack = stack;
    }
  }

  private SeenYields() {}

  /** Each place with its share of the CPU time of all threads. */
  static List<Burn> burns(List<Snapshot> snapshots) {
    Map<String, Seen> places = new LinkedHashMap<>();
    double all = 0;
    for (Snapshot snapshot : snapshots) {
      for (ThreadSample thread : snapshot.threads()) {
        double cpu = Math.max(0, thread.cpuShare()) * thread.weight();
        all += cpu;
        if (thread.cpuShare() >= KEPT && yields(thread.stack())) {
          Seen seen =
              places.computeIfAbsent(
                  CodeCosts.method(thread.stack()), method -> new Seen(thread.stack()));
          seen.cpu += cpu;
          seen.looks++;
        }
      }
    }
    List<Burn> burns = new ArrayList<>();
    for (Seen seen : places.values()) {
      double share = seen.cpu / all;
      if (seen.looks >= FEWEST_LOOKS && share >= LEAST_SHARE) {
        burns.add(
            new Burn(FindingKind.SPINNING, "", CodeOrigin.site(seen.stack), share, 1, seen.stack));
      }
    }
    return burns;
  }

  private static boolean yields(List<Frame> stack) {
    return !stack.isEmpty()
        && stack.get(0).className().equals("java.lang.Thread")
        && stack.get(0).method().startsWith("yield");
  }
}
