package dev.uncork.cli.quiet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** The same for Log4j 2: its asynchronous appender waits when its queue is full, by default. */
final class Log4jXml {
  private static final String PREFIX = "UncorkAsync_";
  private static final Pattern PLACE =
      Pattern.compile("%[-.\\d]*(class|file|line|location|method|[CFLMl])\\b");

  private Log4jXml() {}

  static String asynchronous(byte[] original) throws IOException {
    Document document = Xml.read(original);
    Element root = document.getDocumentElement();
    if (Xml.attribute(root, "strict").equalsIgnoreCase("true")) {
      throw new IOException("it is written in Log4j's strict form, which isn't understood");
    }
    List<Element> all = Xml.elements(root);
    Element appenders =
        all.stream()
            .filter(e -> Xml.isNamed(e, "Appenders") && e.getParentNode() == root)
            .findFirst()
            .orElseThrow(() -> new IOException("it has no Appenders"));
    Set<String> already = new LinkedHashSet<>();
    all.stream()
        .filter(e -> Xml.isNamed(e, "Async") && e.getParentNode() == appenders)
        .forEach(e -> already.add(Xml.attribute(e, "name")));
    Set<String> wrapped = new LinkedHashSet<>();
    for (Element element : all) {
      boolean ofLogger =
          element.getParentNode() instanceof Element owner && Xml.isNamed(owner, "Root", "Logger");
      String ref = Xml.attribute(element, "ref");
      if (ofLogger && Xml.isNamed(element, "AppenderRef", "appender-ref")) {
        if (!already.contains(ref)) {
          element.setAttribute("ref", PREFIX + ref);
          wrapped.add(ref);
        }
      }
    }
    if (wrapped.isEmpty()) {
      throw new IOException("no logger in it refers to an appender that isn't asynchronous yet");
    }
    boolean place = PLACE.matcher(new String(original, StandardCharsets.UTF_8)).find();
    for (String name : wrapped) {
      Element async = document.createElement("Async");
      async.setAttribute("name", PREFIX + name);
      async.setAttribute("bufferSize", "8192");
      async.setAttribute("shutdownTimeout", "60000");
      async.setAttribute("includeLocation", Boolean.toString(place));
      Element ref = document.createElement("AppenderRef");
      ref.setAttribute("ref", name);
      async.appendChild(ref);
      appenders.appendChild(async);
    }
    return Xml.write(document);
  }
}
