package dev.uncork.report.html;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** One HTML file that scripts draw: a skeleton, the data, and all scripts and styles inlined. */
final class Page {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Page() {}

  /** The file; the title is text. */
  static byte[] of(String title, String body, ObjectNode data) {
    return PageFrame.of(
        title,
        Assets.STYLES.stream().map(Assets::text).toList(),
        Assets.SCRIPTS.stream().map(Assets::text).toList(),
        body + "<script type=\"application/json\" id=\"data\">" + json(data) + "</script>\n");
  }

  /** JSON that can't end the element which it stands in, whatever its texts say. */
  private static String json(ObjectNode data) {
    try {
      return MAPPER
          .writeValueAsString(data)
          .replace("<", "\\u003c")
          .replace(">", "\\u003e")
          .replace("&", "\\u0026");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of JSON can always be written", e);
    }
  }
}
