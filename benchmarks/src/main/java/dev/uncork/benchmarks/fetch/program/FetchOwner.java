package dev.uncork.benchmarks.fetch.program;

import com.sun.management.OperatingSystemMXBean;
import dev.uncork.transport.route.Route;
import dev.uncork.transport.ucx.UcxRoute;
import dev.uncork.transport.ucx.UcxSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Base64;

/**
 * The process that has the blocks: {@code WAY FILE FACE}, FILE being their memory. Prints {@code
 * offer ...}, what a reader needs; then {@code cpu NANOS} whenever a line comes in; ends with its
 * input.
 */
public final class FetchOwner {
  private FetchOwner() {}

  public static void main(String[] arguments) throws IOException {
    Path file = Path.of(arguments[1]);
    try (AutoCloseable offered = offer(arguments[0], file, arguments[2])) {
      BufferedReader input =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      while (input.readLine() != null) {
        System.out.println("cpu " + cpuNanos());
      }
    } catch (Exception e) {
      throw new IOException(arguments[0] + " cannot be measured", e);
    }
  }

  /** CPU time of this process so far. */
  static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** Of UCX; {@code rc} in the lab, where there are RDMA devices. */
  static String transports() {
    return System.getProperty("uncork.fetch.transports", "sm");
  }

  private static AutoCloseable offer(String way, Path file, String face) throws IOException {
    switch (way) {
      case "map":
        System.out.println("offer " + file);
        return () -> {};
      case "ucx":
        Route route =
            UcxRoute.open(Path.of(face), UcxSettings.defaults().withTransports(transports()));
        Route.Registration memory = route.register(map(file));
        Base64.Encoder text = Base64.getEncoder();
        System.out.println(
            "offer "
                + text.encodeToString(route.address())
                + " "
                + text.encodeToString(memory.descriptor()));
        return route;
      default:
        NettyBlocks blocks = new NettyBlocks(way, file);
        System.out.println("offer " + blocks.port());
        return blocks;
    }
  }

  /** All of a file. */
  public static ByteBuffer map(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(MapMode.READ_WRITE, 0, channel.size());
    }
  }
}
