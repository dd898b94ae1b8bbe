package dev.uncork.benchmarks.reservation;

import dev.uncork.benchmarks.reservation.program.LockBench.Sharing;
import dev.uncork.benchmarks.results.Pairs;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.SampleFile;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What the remedy costs where it can't help: objects that are shared, beside stock, in pairs. */
final class SharedRatioPart implements Part {
  private static final List<Integer> THREADS = List.of(1, 2, 8);
  private static final int PAIRS = 3;
  private static final String MILLIS = "400";
  private static final String FIGURE = "shared-ratio";

  @Override
  public String name() {
    return "ratio";
  }

  @Override
  public List<String> figures() {
    return THREADS.stream().map(SharedRatioPart::figure).toList();
  }

  @Override
  public void measure(Ways ways, SampleFile samples) throws IOException, InterruptedException {
    List<String> uncork = ways.uncork("reserve=dev.uncork.benchmarks.*");
    for (int threads : THREADS) {
      for (int i = 0; i < PAIRS; i++) {
        samples.add(key(threads, Ways.STOCK, ways), once(ways.stock(), threads));
        samples.add(key(threads, Ways.UNCORK, ways), once(uncork, threads));
      }
    }
  }

  private static double once(List<String> way, int threads)
      throws IOException, InterruptedException {
    return LockTablePart.once(way, "synchronizedMethod", Sharing.SHARED, threads, MILLIS);
  }

  private static String figure(int threads) {
    return (threads == 2 ? "" : threads == 1 ? "after-" : "by-8-") + FIGURE;
  }

  private static String key(int threads, String way, Ways ways) {
    return Part.key(FIGURE + threads, way, ways.major());
  }

  @Override
  public void report(String major, SampleFile samples, ResultFile result) {
    for (int threads : THREADS) {
      result.add(
          figure(threads) + "-" + major,
          "",
          Pairs.ratios(
              samples.of(Part.key(FIGURE + threads, Ways.UNCORK, major)),
              samples.of(Part.key(FIGURE + threads, Ways.STOCK, major))),
          Map.of(),
          (threads == 1
                  ? "one thread on 64 objects that another used before"
                  : threads + " threads on the same 64 objects")
              + "; time under the remedy divided by stock; to reach: at most 1.05");
    }
  }
}
