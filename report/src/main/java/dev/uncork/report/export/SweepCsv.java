package dev.uncork.report.export;

import dev.uncork.scaling.sweep.SweepResult;
import dev.uncork.scaling.sweep.Trial;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A sweep's runs as CSV, a row for each. */
public final class SweepCsv {
  private SweepCsv() {}

  /** Writes them. */
  public static void write(SweepResult result, OutputStream to) throws IOException {
    StringBuilder csv =
        new StringBuilder(
            "workers,heap,options,round,throughput,elapsed_seconds,others_cpu_share,counted,"
                + "failure\n");
    for (Trial trial : result.trials()) {
      String failure = trial.failure();
      csv.append(trial.point().workers())
          .append(',')
          .append(quoted(trial.point().heap()))
          .append(',')
          .append(quoted(String.join(" ", trial.point().options())))
          .append(',')
          .append(trial.round())
          .append(',')
          .append(trial.throughput())
          .append(',')
          .append(trial.elapsedSeconds())
          .append(',')
          .append(trial.othersCpuShare())
          .append(',')
          .append(trial.ok())
          .append(',')
          .append(quoted(failure == null ? "" : failure))
          .append('\n');
    }
    to.write(csv.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** See RFC 4180. */
  private static String quoted(String text) {
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
