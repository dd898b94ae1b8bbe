package dev.uncork.benchmarks.reservation;

import dev.uncork.benchmarks.reservation.program.LockBench.Sharing;
import dev.uncork.benchmarks.reservation.program.LockBenchRun;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.SampleFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The table of JMH: own objects, handed over and shared ones, by 1, 2 and 8 threads, with each kind
 * of lock. Each case runs in a JVM of its own.
 */
final class LockTablePart implements Part {
  private static final int[] THREADS = {1, 2, 8};
  private static final String MILLIS = "200";
  private static final Map<String, String> LOCKS = locks();

  /** The library's locks by the names of their columns; they are measured without an agent. */
  private static Map<String, String> locks() {
    Map<String, String> locks = new LinkedHashMap<>();
    locks.put("ReservableLock", "reservableLock");
    locks.put("ReentrantLock", "reentrantLock");
    locks.put("StampedLock", "stampedLock");
    return locks;
  }

  @Override
  public String name() {
    return "table";
  }

  @Override
  public List<String> figures() {
    List<String> figures = new ArrayList<>();
    for (Sharing sharing : Sharing.values()) {
      for (int threads : THREADS) {
        figures.add(figure(sharing, threads) + "-ns");
      }
    }
    return figures;
  }

  @Override
  public void measure(Ways ways, SampleFile samples) throws IOException, InterruptedException {
    for (Sharing sharing : Sharing.values()) {
      for (int threads : THREADS) {
        String figure = figure(sharing, threads);
        Map<String, List<String>> all = ways.all();
        all.put(Ways.UNCORK, ways.uncork("reserve=dev.uncork.benchmarks.*"));
        for (Map.Entry<String, List<String>> way : all.entrySet()) {
          double nanos = once(way.getValue(), "synchronizedMethod", sharing, threads, MILLIS);
          samples.add(Part.key(figure, way.getKey(), ways.major()), nanos);
        }
        for (Map.Entry<String, String> lock : LOCKS.entrySet()) {
          double nanos = once(ways.stock(), lock.getValue(), sharing, threads, MILLIS);
          samples.add(Part.key(figure, lock.getKey(), ways.major()), nanos);
        }
      }
    }
  }

  static double once(
      List<String> way, String method, Sharing sharing, int threads, String iterationMillis)
      throws IOException, InterruptedException {
    String output =
        Ways.output(
            way,
            LockBenchRun.class,
            method,
            sharing.name(),
            Integer.toString(threads),
            iterationMillis);
    Double nanos = Ways.figures(output).get("table");
    if (nanos == null) {
      throw new IOException("no figure in the output of JMH: '" + output + "'");
    }
    return nanos;
  }

  @Override
  public void report(String major, SampleFile samples, ResultFile result) {
    for (Sharing sharing : Sharing.values()) {
      for (int threads : THREADS) {
        String figure = figure(sharing, threads);
        List<Double> ours = samples.of(Part.key(figure, Ways.UNCORK, major));
        if (ours.isEmpty()) {
          continue;
        }
        Map<String, Spread> against =
            Part.spreads(
                samples,
                figure,
                major,
                List.of(Ways.STOCK, Ways.BIASED, "ReservableLock", "ReentrantLock", "StampedLock"));
        result.add(figure + "-ns-" + major, "ns", Spread.of(ours), against, note(sharing, threads));
      }
    }
  }

  static String figure(Sharing sharing, int threads) {
    return "table-" + sharing.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + threads;
  }

  private static String note(Sharing sharing, int threads) {
    String what = "JMH; per acquire and release of all threads together";
    return switch (sharing) {
          case OWN -> what + ", each on 64 objects of its own";
          case HAND_OFF -> what + "; 64 objects go to another thread after 1,024 acquires";
          case SHARED -> what + ", on the same 64 objects";
        }
        + (threads == 1 && sharing != Sharing.OWN
            ? "; one thread, after the one that made them"
            : "");
  }
}
