package dev.uncork.benchmarks.roce;

import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import dev.uncork.benchmarks.roce.program.RoceProof;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs {@link RoceProof} in a guest of the lab and writes docs/results/roce.json. */
public final class RoceBenchmark {

  private RoceBenchmark() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Map<String, String> said = run();
    ResultFile result = new ResultFile("./bench roce", "JDK " + Runtime.version().feature());
    double bytes = number(said, "bytes");
    result.add(
        "rxe-sent-packets",
        "packets",
        one(number(said, "sent-packets")),
        Map.of("received", one(number(said, "received-packets"))),
        "counters of the RDMA device rxe0 over gets of %,d B by %s; the request and acknowledge"
                .formatted((long) bytes, said.get("route"))
            + " packets of the reader; to reach: at least 1");
    result.add(
        "rxe-received-packets",
        "packets",
        one(number(said, "received-packets")),
        Map.of(),
        "the answers, which carry the bytes; to reach: at least " + (long) (bytes / 4096));
    result.add(
        "link-cut-error",
        "s",
        one(number(said, "cut-millis") / 1000),
        Map.of(),
        "from cutting the link to the error of the get on its way: '"
            + said.get("cut-error")
            + "'; afterwards the link was mended and a new connection read on");
    result.add(
        "owner-killed-error",
        "s",
        one(number(said, "killed-millis") / 1000),
        Map.of(),
        "from SIGKILL of the owner to the error: '" + said.get("killed-error") + "'");
    result.remark(
        "Two network namespaces joined by soft-RoCE in a guest under software emulation, UCX over rc"
            + " verbs from Java; every byte compared. Times there say nothing about real devices.");
    result.write(Path.of("docs/results/roce.json"), true);
  }

  private static Map<String, String> run() throws IOException, InterruptedException {
    String arch = System.getProperty("os.arch").equals("aarch64") ? "aarch64" : "x86_64";
    List<String> command =
        List.of(
            "lab/run",
            "--profile",
            "roce",
            "--",
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
            Path.of("native/target/lib/linux-" + arch + "/libuncork-ucx.so")
                .toAbsolutePath()
                .toString());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Map<String, String> said = new HashMap<>();
    try (BufferedReader output = process.inputReader()) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        System.out.println(line);
        int space = line.indexOf(' ');
        if (space > 0) {
          said.put(line.substring(0, space), line.substring(space + 1));
        }
      }
    }
    int code = process.waitFor();
    if (code != 0) {
      throw new IOException("the proof in the guest ended with " + code);
    }
    return said;
  }

  private static double number(Map<String, String> said, String name) throws IOException {
    String value = said.get(name);
    if (value == null) {
      throw new IOException("the guest did not say '" + name + "'");
    }
    return Double.parseDouble(value);
  }

  private static Spread one(double value) {
    return new Spread(value, value, value, 1);
  }
}
