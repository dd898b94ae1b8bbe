package dev.uncork.report.html;

import dev.uncork.report.markup.Markup;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What every page stands in: one HTML file with its scripts and styles inlined.
 *
 * <p>The content security policy names each script and style by its hash and allows no connection
 * of any kind, so that nothing which a recording holds can run or be sent anywhere.
 */
final class PageFrame {
  private static final int LARGE = 1 << 21;

  private PageFrame() {}

  /** The file; the title is text, the body markup. */
  static byte[] of(String title, List<String> styles, List<String> scripts, String body) {
    StringBuilder page = new StringBuilder(scripts.isEmpty() ? body.length() : LARGE);
    page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
        .append("default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; ")
        .append("script-src ")
        .append(hashes(scripts))
        .append("; style-src ")
        .append(hashes(styles))
        .append("\">\n");
    page.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.append("<meta name=\"color-scheme\" content=\"light dark\">\n");
    page.append("<link rel=\"icon\" href=\"data:,\">\n");
    page.append("<title>").append(Markup.text(title)).append("</title>\n");
    styles.forEach(style -> page.append("<style>").append(style).append("</style>\n"));
    page.append("</head>\n<body>\n").append(body);
    scripts.forEach(script -> page.append("<script>").append(script).append("</script>\n"));
    page.append("</body>\n</html>\n");
    return page.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Each followed by a blank; without any, nothing of the kind is allowed. */
  private static String hashes(List<String> texts) {
    return texts.isEmpty()
        ? "'none'"
        : texts.stream().map(text -> Assets.hash(text) + " ").collect(Collectors.joining());
  }
}
