package dev.uncork.report.html;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One HTML file: a skeleton, the data, and all scripts and styles inlined.
 *
 * <p>The content security policy names each script and style by its hash and allows no connection
 * of any kind, so that nothing which a recording holds can run or be sent anywhere.
 */
final class Page {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Page() {}

  /** The file; the title is text. */
  static byte[] of(String title, String body, ObjectNode data) {
    List<String> scripts = Assets.SCRIPTS.stream().map(Assets::text).toList();
    List<String> styles = Assets.STYLES.stream().map(Assets::text).toList();
    StringBuilder page = new StringBuilder(1 << 21);
    page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
        .append("default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; ")
        .append("script-src ");
    scripts.forEach(script -> page.append(Assets.hash(script)).append(' '));
    page.append("; style-src ");
    styles.forEach(style -> page.append(Assets.hash(style)).append(' '));
    page.append("\">\n");
    page.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.append("<meta name=\"color-scheme\" content=\"light dark\">\n");
    page.append("<link rel=\"icon\" href=\"data:,\">\n");
    page.append("<title>").append(escaped(title)).append("</title>\n");
    styles.forEach(style -> page.append("<style>").append(style).append("</style>\n"));
    page.append("</head>\n<body>\n").append(body);
    page.append("<script type=\"application/json\" id=\"data\">")
        .append(json(data))
        .append("</script>\n");
    scripts.forEach(script -> page.append("<script>").append(script).append("</script>\n"));
    page.append("</body>\n</html>\n");
    return page.toString().getBytes(StandardCharsets.UTF_8);
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

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
