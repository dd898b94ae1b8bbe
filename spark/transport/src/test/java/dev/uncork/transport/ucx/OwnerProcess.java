package dev.uncork.transport.ucx;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A JVM that runs {@link UcxOwner}. */
final class OwnerProcess implements AutoCloseable {
  private static final int DEADLINE_SECONDS = 60;

  private final Process process;
  private final BufferedReader output;

  OwnerProcess(String library, String transports, int bytes) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:+UseSerialGC",
            "-XX:+IgnoreUnrecognizedVMOptions",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            UcxOwner.class.getName(),
            face().toString(),
            library,
            transports,
            Integer.toString(bytes));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    output = process.inputReader();
  }

  /** Our library, as the build of module native has left it. */
  static Path face() {
    String lib = Objects.requireNonNull(System.getProperty("uncork.collector.lib"), "set by Maven");
    String arch = System.getProperty("os.arch").equals("aarch64") ? "aarch64" : "x86_64";
    return Path.of(lib, "linux-" + arch, "libuncork-ucx.so");
  }

  String line() throws IOException {
    String line = output.readLine();
    if (line == null) {
      throw new IOException("the owner has ended");
    }
    return line;
  }

  /** Address and descriptor. */
  List<byte[]> offer() throws IOException {
    String[] words = line().split(" ");
    Base64.Decoder decoder = Base64.getDecoder();
    return List.of(decoder.decode(words[0]), decoder.decode(words[1]));
  }

  /** SIGSTOP. */
  void pause() throws IOException, InterruptedException {
    String pid = Long.toString(process.pid());
    new ProcessBuilder("kill", "-STOP", pid).inheritIO().start().waitFor();
    Path status = Path.of("/proc", pid, "status");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (!Files.readString(status).contains("State:\tT")) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException("the owner does not stop");
      }
      Thread.onSpinWait();
    }
  }

  /** SIGKILL. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Lets it end by itself; its exit code. */
  int end() throws IOException, InterruptedException {
    process.getOutputStream().close();
    if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("the owner does not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
