package dev.uncork.sparkworkloads;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.OperatingSystemMXBean;
import dev.uncork.transport.Arena;
import dev.uncork.transport.ArenaSettings;
import dev.uncork.transport.Checksums;
import dev.uncork.transport.OutputBuilder;
import dev.uncork.transport.OutputStore;
import dev.uncork.transport.PeerStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code fetch}: what a block of another executor of the host costs, by Spark's Netty
 * transport (both ends) and out of its memory.
 */
@Command(
    name = "fetch",
    mixinStandardHelpOptions = true,
    description = "Fetches blocks by Netty and from shared memory; CPU time of each, as JSON.")
final class FetchCommand implements Callable<Integer> {
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final int LARGEST = 16 << 20;
  private static final int READ_BYTES = 64 << 10;
  private static final double KIB = 1024;

  @Option(
      names = "--sizes",
      split = ",",
      defaultValue = "4096,65536,1048576,16777216",
      description = "Of blocks, in bytes; default: ${DEFAULT-VALUE}.")
  private List<Integer> sizes = List.of();

  @Option(
      names = "--megabytes",
      defaultValue = "256",
      description = "Fetched in each round; default: ${DEFAULT-VALUE}.")
  private int megabytes;

  @Option(names = "--rounds", defaultValue = "5", description = "Default: ${DEFAULT-VALUE}.")
  private int rounds;

  private final byte[] into = new byte[READ_BYTES];
  private final ObjectMapper json = new ObjectMapper();

  @Override
  public Integer call() throws Exception {
    Path parent = Path.of("/dev/shm");
    byte[] data = new byte[LARGEST];
    new Random(1).nextBytes(data);
    Path file = Files.createTempFile("fetch", ".data");
    Files.write(file, data);
    String name = ArenaSettings.PREFIX + UUID.randomUUID();
    Arena arena = Arena.create(new ArenaSettings(parent, name, 256 << 20, 0));
    try (OutputStore store = new OutputStore(arena);
        NettyTransfer netty = new NettyTransfer(file.toFile())) {
      for (int i = 0; i < sizes.size(); i++) {
        store(store, i, data, sizes.get(i));
      }
      PeerStore peer = PeerStore.open(parent.resolve(name));
      if (peer == null) {
        throw new IOException(parent.resolve(name) + " can't be opened");
      }
      for (int round = -1; round < rounds; round++) {
        for (int i = 0; i < sizes.size(); i++) {
          int size = sizes.get(i);
          int count = count(size);
          int id = i;
          measure(round, "netty", size, count, () -> netty.fetch(size, count, into));
          measure(round, "memory", size, count, () -> fetch(peer, id, count));
        }
      }
      return 0;
    } finally {
      Files.delete(file);
    }
  }

  private int count(int size) {
    return (int) Math.max(1, Math.min(20_000, ((long) megabytes << 20) / size));
  }

  private static void store(OutputStore store, int id, byte[] data, int size) throws IOException {
    OutputBuilder output =
        store.build(0, id, 1, () -> Path.of(System.getProperty("java.io.tmpdir"), "fetch-spill"));
    try (OutputStream out = output.part(0, Checksums.ADLER32)) {
      out.write(data, 0, size);
    }
    output.commit(Checksums.ADLER32);
  }

  private long fetch(PeerStore peer, int id, int count) throws IOException {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      try (var view = peer.view(0, id, 0, 1)) {
        if (view == null) {
          throw new IOException("block " + id + " is not there");
        }
        try (InputStream in = view.stream()) {
          sum += read(in, into);
        }
      }
    }
    return sum;
  }

  /** Reads it to its end, piece by piece as a decompressor does. */
  static long read(InputStream in, byte[] into) throws IOException {
    long sum = 0;
    for (int got = in.read(into); got >= 0; got = in.read(into)) {
      sum += got + into[0];
    }
    return sum;
  }

  private interface Fetch {
    long run() throws Exception;
  }

  private void measure(int round, String way, int size, int count, Fetch fetch) throws Exception {
    long readBefore = readBySystemCalls();
    long cpu = PROCESS.getProcessCpuTime();
    long start = System.nanoTime();
    long sum = fetch.run();
    long nanos = System.nanoTime() - start;
    cpu = PROCESS.getProcessCpuTime() - cpu;
    double bytes = (double) size * count;
    ObjectNode run = json.createObjectNode().put("way", way).put("size", size).put("sum", sum);
    run.put("cpuNanosPerKib", cpu / bytes * KIB);
    run.put("micros", nanos / 1e3 / count);
    run.put("copiedPerByte", (readBySystemCalls() - readBefore) / bytes);
    if (round >= 0) {
      System.out.println("RUN " + run);
    }
    System.err.printf(
        Locale.ROOT,
        "fetch: %s %d bytes: %.0f ns CPU per KiB, %.1f us%n",
        way,
        size,
        cpu / bytes * KIB,
        nanos / 1e3 / count);
  }

  /** Bytes that system calls have copied into this process: of files and sockets. */
  private static long readBySystemCalls() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/io"))) {
      if (line.startsWith("rchar: ")) {
        return Long.parseLong(line.substring("rchar: ".length()).strip());
      }
    }
    throw new IOException("/proc/self/io has no rchar");
  }
}
