package dev.uncork.benchmarks.fetch;

import dev.uncork.benchmarks.fetch.program.FetchOwner;
import dev.uncork.benchmarks.fetch.program.FetchReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An owner of blocks and a reader, each a JVM of its own. */
final class FetchPair {
  private static final int MILLIS = 2000;
  private static final String SPARK = "spark/workloads/target/spark.classpath";

  private FetchPair() {}

  /** What one block costs; CPU time of both processes. */
  record Cost(double cpuNanosPerKib, double latencyMicros) {}

  /**
   * Measures one way.
   *
   * @param checksum CRC32C of all blocks
   * @throws IOException if a process fails or reads other bytes
   */
  static Cost measure(String way, int size, long total, Path blocks, long checksum)
      throws IOException {
    try (Program owner = new Program(FetchOwner.class, List.of(way, blocks.toString(), face()))) {
      String offer = owner.answer("offer ");
      List<String> arguments = new ArrayList<>();
      arguments.addAll(List.of(way, face()));
      arguments.addAll(List.of("" + size, "" + total, "" + MILLIS));
      arguments.addAll(List.of(offer.split(" ")));
      try (Program reader = new Program(FetchReader.class, arguments)) {
        String seen = reader.answer("warm ");
        if (Long.parseLong(seen) != checksum) {
          throw new IOException(way + " read other bytes than those that were written");
        }
        long ownerBefore = owner.cpuNanos();
        reader.say("go");
        String[] words = reader.answer("fetched ").split(" ");
        double ownersNanos = owner.cpuNanos() - ownerBefore;
        double count = Double.parseDouble(words[0]);
        double cpuNanos = Double.parseDouble(words[2]) + ownersNanos;
        return new Cost(
            cpuNanos / (count * size / 1024), Double.parseDouble(words[1]) / count / 1000);
      }
    }
  }

  private static String face() {
    String arch = System.getProperty("os.arch").equals("aarch64") ? "aarch64" : "x86_64";
    return "collector/target/lib/linux-" + arch + "/libuncork-ucx.so";
  }

  /** A JVM that is spoken with in lines. */
  private static final class Program implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;
    private final Writer input;

    Program(Class<?> program, List<String> arguments) throws IOException {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.add("@spark/workloads/bin/spark-java-options");
      command.addAll(List.of("-Xmx512m", "-cp"));
      command.add(System.getProperty("java.class.path") + ":" + Files.readString(Path.of(SPARK)));
      command.add(program.getName());
      command.addAll(arguments);
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      output = process.inputReader();
      input = process.outputWriter();
    }

    /** The rest of the next line that starts so; loggers write lines too. */
    String answer(String start) throws IOException {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.startsWith(start)) {
          return line.substring(start.length());
        }
      }
      throw new IOException("a process ended before it said '" + start + "'");
    }

    void say(String line) throws IOException {
      input.write(line + "\n");
      input.flush();
    }

    long cpuNanos() throws IOException {
      say("cpu");
      return Long.parseLong(answer("cpu "));
    }

    @Override
    public void close() throws IOException {
      try {
        input.close();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }
}
