package dev.uncork.report.json;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.report.words.ProbeResult;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** What is known of a machine, as JSON. */
public final class MachineJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private MachineJson() {}

  /** Writes what the probes found. */
  public static void writeResults(List<ProbeResult> results, OutputStream to) throws IOException {
    write(results, to);
  }

  /** Writes what it costs to hand locks on. */
  public static void writeCosts(HandOffCosts costs, OutputStream to) throws IOException {
    write(costs, to);
  }

  private static void write(Object content, OutputStream to) throws IOException {
    to.write(MAPPER.writeValueAsBytes(content));
    to.write('\n');
    to.flush();
  }
}
