package dev.uncork.sparkledger.file;

import dev.uncork.sparkledger.log.EventLines;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Writes a log of a size that is asked for, and reads it in a JVM that is small on purpose. */
final class HugeLog {
  private static final int TASKS_PER_STAGE = 10_000;

  private HugeLog() {}

  /** Writes one; how many tasks are in it. */
  static int write(Path file, String codec, long bytes) throws IOException {
    int tasks = 0;
    long written = 0;
    String more = ",";
    for (int i = 0; i < 20; i++) {
      more += EventLines.metric(100 + i, 1_000_000 + i) + (i < 19 ? "," : "");
    }
    try (OutputStream out =
        SampleLog.compressing(codec, new BufferedOutputStream(Files.newOutputStream(file)))) {
      written += line(out, EventLines.logStart());
      written += line(out, EventLines.applicationStart());
      written += line(out, EventLines.executorAdded("1", 2, 10));
      while (written < bytes) {
        int stage = tasks / TASKS_PER_STAGE;
        int index = tasks % TASKS_PER_STAGE;
        long from = 100 + 10L * tasks;
        written += line(out, EventLines.taskStart(stage, tasks, index, "1", from));
        written +=
            line(
                out,
                EventLines.taskEnd(
                    stage,
                    EventLines.taskInfo(
                        tasks, index, "1", from, from + 20, EventLines.metric(2, 10) + more),
                    "{'Reason':'Success'}",
                    20));
        tasks++;
      }
      line(out, EventLines.applicationEnd(200 + 10L * tasks));
    }
    return tasks;
  }

  private static int line(OutputStream out, String line) throws IOException {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    out.write(bytes);
    return bytes.length;
  }

  /** Reads the log that is named: tasks, then milliseconds. */
  public static void main(String[] args) {
    long start = System.nanoTime();
    ReadLog log = LogReader.read(EventLogs.at(Path.of(args[0])).orElseThrow());
    long tasks =
        log.application().orElseThrow().stages().stream()
            .mapToLong(stage -> stage.tasks().size())
            .sum();
    System.out.println(
        tasks
            + " "
            + log.application().orElseThrow().complete()
            + " "
            + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
  }
}
