package dev.uncork.benchmarks.served;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A process {@code spark-workload ... --serve}, which runs a round for each line that it reads. */
public final class ServedWorkload {
  private final Process process;
  private final BufferedReader output;
  private final Writer input;
  private final Path log;

  private ServedWorkload(Process process, Path log) {
    this.process = process;
    this.log = log;
    output = process.inputReader(StandardCharsets.UTF_8);
    input = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
  }

  /**
   * Starts one and waits until it is ready.
   *
   * @param arguments of spark-workload
   * @param settings of Spark's
   * @param environment what is added to that of this process
   * @param log where its log goes
   */
  public static ServedWorkload start(
      List<String> arguments, List<String> settings, Map<String, String> environment, Path log)
      throws IOException {
    List<String> command = new ArrayList<>(List.of("spark/workloads/bin/spark-workload"));
    command.addAll(arguments);
    settings.forEach(setting -> command.add("--conf=" + setting));
    ServedWorkload served = start(command, environment, log);
    served.answer("READY");
    return served;
  }

  /** Starts any program that answers line by line, and waits for nothing. */
  public static ServedWorkload start(
      List<String> command, Map<String, String> environment, Path log) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().putAll(environment);
    ServedWorkload served = new ServedWorkload(builder.start(), log);
    Runtime.getRuntime().addShutdownHook(new Thread(served::kill));
    return served;
  }

  /** The rest of the next line that starts so. */
  public String answer(String start) throws IOException {
    while (true) {
      String line = line();
      if (line.startsWith(start)) {
        return line.substring(start.length());
      }
    }
  }

  /** The next line. */
  public String line() throws IOException {
    String line = output.readLine();
    if (line == null) {
      throw new IOException("Spark ended before its answer; its log is " + log);
    }
    return line;
  }

  /** Says a line to it. */
  public void say(String line) throws IOException {
    input.write(line + "\n");
    input.flush();
  }

  /** Has it run a round; what it says of that. */
  public JsonNode run(String line) throws IOException {
    say(line);
    return new ObjectMapper().readTree(answer("RUN "));
  }

  public Process process() {
    return process;
  }

  public Path log() {
    return log;
  }

  /** Ends it and what it has started at once. */
  private void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /** Lets it end by itself, as a user's application does. */
  public void end() throws IOException {
    input.close();
    await();
  }

  /** Waits for its end. */
  public void await() {
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
