import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.CRC32;

/**
 * Programs without a problem: a thread for each processor, nothing shared that hinders. Arguments:
 * kind of work, milliseconds.
 */
public final class Healthy {
  private Healthy() {}

  private interface Work {
    long once(Random random);
  }

  public static void main(String[] args) throws Exception {
    ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
    byte[] page = new byte[1 << 14];
    Work work =
        switch (args[0]) {
          case "numbers" -> random -> numbers(random.nextInt(1000));
          case "hashes" ->
              random -> {
                CRC32 crc = new CRC32();
                crc.update(page);
                return crc.getValue() + 1;
              };
          case "map" ->
              random -> {
                for (int i = 0; i < 100; i++) {
                  map.merge(random.nextInt(100_000), 1, Integer::sum);
                }
                return 1;
              };
          case "sort" ->
              random -> {
                int[] numbers = random.ints(500).toArray();
                Arrays.sort(numbers);
                return numbers[499];
              };
          default ->
              random -> {
                StringBuilder text = new StringBuilder();
                for (int i = 0; i < 100; i++) {
                  text.append(random.nextInt()).append(' ');
                }
                return text.length();
              };
        };
    long millis = Long.parseLong(args[1]);
    LongAdder done = new LongAdder();
    LongAdder sum = new LongAdder();
    Thread[] threads = new Thread[Runtime.getRuntime().availableProcessors()];
    long start = System.nanoTime();
    for (int i = 0; i < threads.length; i++) {
      int seed = i;
      threads[i] =
          new Thread(
              () -> {
                Random random = new Random(seed);
                while (System.nanoTime() - start < millis * 1_000_000) {
                  for (int n = 0; n < 50; n++) {
                    sum.add(work.once(random));
                  }
                  done.add(50);
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf("%.1f ops/s%n", done.sum() / seconds);
    System.out.println(sum.sum() != 0 ? "RIGHT" : "WRONG");
  }

  private static long numbers(int seed) {
    long x = seed + 1L;
    for (int i = 0; i < 1000; i++) {
      x = x * 6364136223846793005L + 1442695040888963407L;
    }
    return x | 1;
  }
}
