package dev.uncork.benchmarks.fetch.program;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * The process that gets blocks: {@code WAY FACE SIZE TOTAL MILLIS OFFER...}. Warms up for three
 * times MILLIS, in which the JIT compilers get done; gets each block once, prints {@code warm
 * CRC32C_OF_ALL}, waits for a line, gets blocks for MILLIS and prints {@code fetched COUNT NANOS
 * CPU_NANOS}. Every byte of a block is looked at.
 */
public final class FetchReader {
  private static final int WARM_UP = 3;

  private final Fetch fetch;
  private final int size;
  private final long blocks;
  private long next;
  private long sum;

  private FetchReader(Fetch fetch, int size, long total) {
    this.fetch = fetch;
    this.size = size;
    blocks = total / size;
  }

  public static void main(String[] arguments) throws Exception {
    int size = Integer.parseInt(arguments[2]);
    long total = Long.parseLong(arguments[3]);
    long nanos = Long.parseLong(arguments[4]) * 1_000_000;
    try (Fetch fetch = open(arguments, size)) {
      FetchReader reader = new FetchReader(fetch, size, total);
      reader.run(WARM_UP * nanos);
      System.out.println("warm " + reader.checksum());
      if (System.in.read() < 0) {
        throw new IOException("nobody wants to know");
      }
      long cpu = FetchOwner.cpuNanos();
      long start = System.nanoTime();
      long count = reader.run(nanos);
      long took = System.nanoTime() - start;
      long used = FetchOwner.cpuNanos() - cpu;
      System.out.println("fetched " + count + " " + took + " " + used);
      if (reader.sum == 0) {
        throw new IOException("the blocks are empty");
      }
    }
  }

  private static Fetch open(String[] arguments, int size) throws Exception {
    Path face = Path.of(arguments[1]);
    switch (arguments[0]) {
      case "map":
        ByteBuffer memory = FetchOwner.map(Path.of(arguments[5]));
        return new Fetch() {
          @Override
          public ByteBuffer[] get(long offset, int length) {
            return new ByteBuffer[] {memory.slice((int) offset, length)};
          }

          @Override
          public void close() {}
        };
      case "ucx":
        return new UcxFetch(face, arguments[5], arguments[6], size);
      default:
        return new NettyFetch(arguments[0], Integer.parseInt(arguments[5]));
    }
  }

  /** Gets blocks for a time; their number. */
  private long run(long nanos) throws Exception {
    long end = System.nanoTime() + nanos;
    long count = 0;
    do {
      one();
      count++;
    } while (System.nanoTime() - end < 0);
    return count;
  }

  /** Gets each block once. */
  private long checksum() throws Exception {
    CRC32C checksum = new CRC32C();
    for (long block = 0; block < blocks; block++) {
      for (ByteBuffer buffer : fetch.get(block * size, size)) {
        checksum.update(buffer);
      }
    }
    return checksum.getValue();
  }

  private void one() throws Exception {
    for (ByteBuffer buffer : fetch.get(next * size, size)) {
      sum += sumOf(buffer);
    }
    next = (next + 1) % blocks;
  }

  private static long sumOf(ByteBuffer buffer) {
    LongBuffer longs = buffer.order(ByteOrder.nativeOrder()).asLongBuffer();
    long sum = 0;
    for (int i = 0; i < longs.limit(); i++) {
      sum += longs.get(i);
    }
    return sum;
  }
}
