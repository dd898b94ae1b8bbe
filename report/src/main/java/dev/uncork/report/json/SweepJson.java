package dev.uncork.report.json;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.uncork.report.words.SweepWords;
import dev.uncork.scaling.law.MedianInterval;
import dev.uncork.scaling.law.ScalingLaw;
import dev.uncork.scaling.sweep.SweepResult;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A sweep's result as JSON, with everything. */
public final class SweepJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private SweepJson() {}

  /**
   * Writes it.
   *
   * @param complete whether all runs that were asked for are in it
   */
  public static void write(SweepResult result, Occasion occasion, boolean complete, OutputStream to)
      throws IOException {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("command", occasion.command());
    root.put("date", occasion.date().toString());
    root.put("machine", machine(occasion));
    root.put("complete", complete);
    root.put("unit", result.unit());
    root.put("noise", SweepWords.noise(result.noise()));
    root.put("series", result.series().stream().map(SweepJson::series).toList());
    root.put("runs", result.trials());
    to.write(MAPPER.writeValueAsBytes(root));
    to.write('\n');
  }

  private static Map<String, Object> machine(Occasion occasion) {
    Map<String, Object> machine = new LinkedHashMap<>();
    machine.put("cpus", occasion.cpus());
    machine.put("architecture", occasion.architecture());
    machine.put("kernel", occasion.kernel());
    return machine;
  }

  private static Map<String, Object> series(SweepResult.Series series) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", series.name());
    map.put("points", series.points().stream().map(SweepJson::point).toList());
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
    map.put("curve", series.points().stream().map(point -> point(law, point)).toList());
    return map;
  }

  private static Map<String, Object> point(ScalingLaw law, SweepResult.CurvePoint point) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("workers", point.point().workers());
    map.put("throughput", law.at(point.point().workers()));
    return map;
  }
}
