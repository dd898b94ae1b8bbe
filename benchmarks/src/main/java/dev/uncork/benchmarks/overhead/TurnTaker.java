package dev.uncork.benchmarks.overhead;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A measured program that works in turns with others and stands still while they have theirs.
 *
 * <p>Programs that take turns of a fraction of a second see the same machine, whose speed changes
 * from one second to the next.
 */
final class TurnTaker implements AutoCloseable {
  private final Process launcher;
  private final BufferedReader output;
  private final Writer input;
  private final Path log;
  private final long pid;
  private double cpuNanos;
  private double first = Double.NaN;

  private TurnTaker(List<String> command) throws IOException {
    log = Files.createTempFile("uncork-overhead", ".log");
    launcher = new ProcessBuilder(command).redirectError(log.toFile()).start();
    Runtime.getRuntime().addShutdownHook(new Thread(this::kill));
    output = launcher.inputReader(StandardCharsets.UTF_8);
    input = launcher.outputWriter(StandardCharsets.UTF_8);
    pid = (long) answer("ready: ");
    signal("STOP");
  }

  /** Starts the program, waits for the end of its warm-up and stops it there. */
  static TurnTaker start(List<String> command) throws IOException {
    return new TurnTaker(command);
  }

  /** Has it work for one turn. The first one isn't measured: it has the rest of the start. */
  void turn() throws IOException {
    signal("CONT");
    input.write("\n");
    input.flush();
    cpuNanos = answer("turn: ");
    signal("STOP");
    if (Double.isNaN(first)) {
      first = cpuNanos;
    }
  }

  /** CPU time of the process in all its turns but the first, with all that it did meanwhile, ns. */
  double cpuNanos() {
    return cpuNanos - first;
  }

  private double answer(String mark) throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(mark)) {
        return Double.parseDouble(line.substring(mark.length()));
      }
    }
    throw new IllegalStateException(
        "the program ended before it printed '" + mark + "': " + Files.readString(log));
  }

  private void signal(String name) throws IOException {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void kill() {
    launcher.descendants().forEach(ProcessHandle::destroyForcibly);
    launcher.destroyForcibly();
  }

  @Override
  public void close() throws IOException {
    signal("CONT");
    input.close();
    try {
      launcher.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      kill();
    }
    Files.deleteIfExists(log);
  }
}
