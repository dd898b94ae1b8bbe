package dev.uncork.cli.sweep;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.uncork.scaling.law.MedianInterval;
import dev.uncork.scaling.law.ScalingLaw;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A sweep's result for programs: JSON with everything, CSV with a row for each run. */
final class SweepDocument {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private SweepDocument() {}

  static void writeJson(SweepResult result, List<String> command, boolean complete, OutputStream to)
      throws IOException {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("command", command);
    root.put("date", Instant.now().toString());
    root.put("machine", machine());
    root.put("complete", complete);
    root.put("unit", result.unit());
    root.put("noise", result.noise());
    root.put("series", result.series().stream().map(SweepDocument::series).toList());
    root.put("runs", result.trials());
    to.write(MAPPER.writeValueAsBytes(root));
    to.write('\n');
  }

  private static Map<String, Object> machine() {
    Map<String, Object> machine = new LinkedHashMap<>();
    machine.put("cpus", Runtime.getRuntime().availableProcessors());
    machine.put("architecture", System.getProperty("os.arch"));
    machine.put("kernel", System.getProperty("os.version"));
    return machine;
  }

  private static Map<String, Object> series(SweepResult.Series series) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", series.name());
    map.put("points", series.points().stream().map(SweepDocument::point).toList());
    map.put("lawsMeaning", "description of what was measured, not a prediction");
    map.put("laws", series.laws().stream().map(law -> law(law, series)).toList());
    return map;
  }

  private static Map<String, Object> point(SweepResult.CurvePoint point) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("workers", point.point().workers());
    map.put("heap", point.point().heap());
    map.put("options", point.point().options());
    map.put("counted", point.counted());
    map.put("failed", point.failed());
    if (point.throughput().isPresent()) {
      MedianInterval interval = point.throughput().get();
      map.put("median", interval.median());
      map.put("low", interval.low());
      map.put("high", interval.high());
      map.put("confidence", interval.confidence());
    }
    return map;
  }

  private static Map<String, @Nullable Object> law(ScalingLaw law, SweepResult.Series series) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("law", law.form().title());
    map.put("confidence", 0.95);
    map.put("perWorker", law.perWorker());
    map.put("contention", law.contention());
    map.put("coherency", law.coherency());
    map.put("residualShare", law.residualShare());
    map.put("peakWorkers", Double.isFinite(law.peakWorkers()) ? law.peakWorkers() : null);
    map.put(
        "curve",
        series.points().stream()
            .map(
                point ->
                    Map.of(
                        "workers",
                        point.point().workers(),
                        "throughput",
                        law.at(point.point().workers())))
            .toList());
    return map;
  }

  static void writeCsv(SweepResult result, OutputStream to) throws IOException {
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
