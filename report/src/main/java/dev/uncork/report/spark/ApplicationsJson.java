package dev.uncork.report.spark;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** The table of applications as JSON, in its order; {@code docs/json.md} is its manual. */
public final class ApplicationsJson {
  private static final int SCHEMA_VERSION = 1;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ApplicationsJson() {}

  /** Writes it in UTF-8; leaves the stream open. */
  public static void write(List<ApplicationRow> rows, OutputStream out) throws IOException {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("schemaVersion", SCHEMA_VERSION);
    ArrayNode applications = root.putArray("applications");
    for (ApplicationRow row : ApplicationRow.worstFirst(rows)) {
      ObjectNode one = applications.addObject();
      one.put("id", row.id());
      one.put("name", row.name());
      one.put("log", row.source().log());
      one.put("seconds", row.seconds());
      one.put("slots", row.slots().most());
      one.put("slotSeconds", row.slots().seconds());
      one.put("wastedSlotSeconds", row.wastedSlotSeconds());
      one.put("wastedShare", row.wastedShare());
      one.put("verdict", row.verdict().label());
      ObjectNode gain = one.putObject("savedSeconds");
      gain.put("low", row.gain().low());
      gain.put("estimate", row.gain().seconds());
      gain.put("high", row.gain().high());
      ArrayNode notes = one.putArray("notes");
      row.source().notes().forEach(notes::add);
    }
    try (JsonGenerator json = MAPPER.getFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.setPrettyPrinter(new DefaultPrettyPrinter());
      MAPPER.writeTree(json, root);
      json.writeRaw('\n');
    }
  }
}
