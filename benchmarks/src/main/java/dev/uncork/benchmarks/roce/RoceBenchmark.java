package dev.uncork.benchmarks.roce;

import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.command.Refusal;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import dev.uncork.benchmarks.roce.program.RoceProof;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Option;

/** Runs {@link RoceProof} and a Spark job in guests of the lab; writes docs/results/roce.json. */
public final class RoceBenchmark implements Callable<Integer> {
  private static final List<String> PARTS = List.of("reads", "spark");

  @Option(
      names = "--part",
      paramLabel = "LIST",
      split = ",",
      description = "Figures of parts that are not run are kept.")
  private List<String> parts = PARTS;

  private RoceBenchmark() {}

  public static void main(String[] args) {
    BenchCommand.run("roce", new RoceBenchmark(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!PARTS.containsAll(parts)) {
      throw new Refusal("--part " + parts + ": expected some of " + PARTS);
    }
    ResultFile result = new ResultFile("./bench roce", "JDK " + Runtime.version().feature());
    if (parts.contains("reads")) {
      reads(result);
    }
    if (parts.contains("spark")) {
      SparkPart.run(result);
    }
    result.remark(
        "Two network namespaces joined by soft-RoCE in a guest under software emulation, UCX over rc"
            + " verbs. Times there say nothing about real devices.");
    result.write(Path.of("docs/results/roce.json"), true);
    return 0;
  }

  private static void reads(ResultFile result) throws IOException, InterruptedException {
    Guest guest = Guest.run(List.of(), proof());
    double bytes = guest.number("bytes");
    result.add(
        "get-sent-packets",
        "packets",
        guest.once("sent-packets"),
        Map.of("received", guest.once("received-packets")),
        "counters of the RDMA device rxe0 over gets of %,d B by %s, from Java, every byte compared;"
                .formatted((long) bytes, guest.text("route"))
            + " the answers, which are received, carry the bytes; to reach: at least "
            + (long) (bytes / 4096)
            + " received");
    result.add(
        "link-cut-error",
        "s",
        Spread.exactly(guest.number("cut-millis") / 1000, 1),
        Map.of(),
        "from cutting the link to the error of the get on its way: '"
            + guest.text("cut-error")
            + "'; afterwards the link was mended and a new connection read on");
    result.add(
        "owner-killed-error",
        "s",
        Spread.exactly(guest.number("killed-millis") / 1000, 1),
        Map.of(),
        "from SIGKILL of the owner to the error: '" + guest.text("killed-error") + "'");
  }

  private static List<String> proof() {
    String arch = System.getProperty("os.arch").equals("aarch64") ? "aarch64" : "x86_64";
    return List.of(
        "env",
        "UCX_NET_DEVICES=rxe0:1",
        "UCX_IB_GID_INDEX=1",
        // UCX 1.13 takes soft-RoCE's datagrams for someone else's.
        "UCX_UD_VERBS_ETH_DGID_CHECK=n",
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        RoceProof.class.getName(),
        Path.of("collector/target/lib/linux-" + arch + "/libuncork-ucx.so")
            .toAbsolutePath()
            .toString());
  }
}
