package dev.uncork.cli.quiet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * A configuration of Logback in which every appender of a logger writes from a thread of its own,
 * without losing a line: a full queue makes the caller wait, and the end of the program empties it.
 */
final class LogbackXml {
  private static final String PREFIX = "UNCORK_ASYNC_";
  private static final String QUEUE_SIZE = "8192";
  private static final String ASYNC = "AsyncAppender";

  /** Conversions that need the caller's place, which an asynchronous appender leaves out. */
  private static final Pattern PLACE =
      Pattern.compile("%[-.\\d]*(caller|class|file|line|method|[CFLM])\\b");

  /** What Logback does without a configuration. */
  static final String BASIC =
      """
      <configuration>
        <appender name="console" class="ch.qos.logback.core.ConsoleAppender">
          <encoder>
            <pattern>%d{HH:mm:ss.SSS} [%thread] %-5level %logger{36} -%kvp- %msg%n</pattern>
          </encoder>
        </appender>
        <root level="DEBUG"><appender-ref ref="console"/></root>
      </configuration>
      """;

  private LogbackXml() {}

  static String asynchronous(byte[] original) throws IOException {
    Document document = Xml.read(original);
    Element root = document.getDocumentElement();
    Set<String> already = new LinkedHashSet<>();
    List<Element> appenders = new ArrayList<>();
    for (Element element : Xml.elements(root)) {
      if (Xml.isNamed(element, "appender") && element.getParentNode() == root) {
        appenders.add(element);
        if (Xml.attribute(element, "class").endsWith(ASYNC)) {
          already.add(Xml.attribute(element, "name"));
        }
      }
    }
    Set<String> wrapped = new LinkedHashSet<>();
    for (Element element : Xml.elements(root)) {
      Node parent = element.getParentNode();
      boolean ofLogger = parent instanceof Element owner && Xml.isNamed(owner, "root", "logger");
      String ref = Xml.attribute(element, "ref");
      if (ofLogger && Xml.isNamed(element, "appender-ref") && !already.contains(ref)) {
        element.setAttribute("ref", PREFIX + ref);
        wrapped.add(ref);
      }
    }
    if (wrapped.isEmpty() || appenders.isEmpty()) {
      throw new IOException("no logger in it refers to an appender that isn't asynchronous yet");
    }
    boolean place = PLACE.matcher(new String(original, StandardCharsets.UTF_8)).find();
    Node behind = appenders.get(appenders.size() - 1).getNextSibling();
    for (String name : wrapped) {
      root.insertBefore(asynchronous(document, name, place), behind);
    }
    if (Xml.elements(root).stream().noneMatch(e -> Xml.isNamed(e, "shutdownHook"))) {
      root.insertBefore(document.createElement("shutdownHook"), root.getFirstChild());
    }
    return Xml.write(document);
  }

  private static Element asynchronous(Document document, String name, boolean place) {
    Element appender = document.createElement("appender");
    appender.setAttribute("name", PREFIX + name);
    appender.setAttribute("class", "ch.qos.logback.classic.AsyncAppender");
    child(appender, "queueSize", QUEUE_SIZE);
    child(appender, "discardingThreshold", "0");
    child(appender, "neverBlock", "false");
    child(appender, "includeCallerData", Boolean.toString(place));
    Element ref = document.createElement("appender-ref");
    ref.setAttribute("ref", name);
    appender.appendChild(ref);
    return appender;
  }

  private static void child(Element parent, String name, String text) {
    Element child = parent.getOwnerDocument().createElement(name);
    child.setTextContent(text);
    parent.appendChild(child);
  }
}
