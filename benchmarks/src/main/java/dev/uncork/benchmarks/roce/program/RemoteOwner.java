package dev.uncork.benchmarks.roce.program;

import dev.uncork.benchmarks.fetch.program.FetchOwner;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

/** A process in the namespace "peer" that lets a file be read over rxe1. */
final class RemoteOwner implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  RemoteOwner(Path file, String face) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            "ip",
            "netns",
            "exec",
            "peer",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Duncork.fetch.transports=rc",
            "-cp",
            System.getProperty("java.class.path"),
            FetchOwner.class.getName(),
            "ucx",
            file.toString(),
            face);
    builder.environment().put("UCX_NET_DEVICES", "rxe1:1");
    process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    output = process.inputReader();
  }

  /** Its address and the file's descriptor. */
  List<byte[]> offer() throws IOException {
    String line = output.readLine();
    if (line == null || !line.startsWith("offer ")) {
      throw new IOException("the process in the other namespace said: " + line);
    }
    String[] words = line.split(" ");
    Base64.Decoder text = Base64.getDecoder();
    return List.of(text.decode(words[1]), text.decode(words[2]));
  }

  /** SIGKILL; "ip netns exec" has become the JVM. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
