package dev.uncork.recording.parse;

import dev.uncork.recording.problem.Damage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The types of a chunk, from its metadata event: a table of texts, and a tree of elements that have
 * a name, attributes and children, all told by their place in that table.
 */
final class Metadata {
  private static final String TIMESPAN = "jdk.jfr.Timespan";
  private static final String UNSIGNED = "jdk.jfr.Unsigned";
  private static final int DEEPEST = 64;

  private final Map<Long, TypeLayout> types = new LinkedHashMap<>();

  private record Element(String name, Map<String, String> attributes, List<Element> children) {
    String attribute(String key) {
      return attributes.getOrDefault(key, "");
    }

    long id(String key) {
      return Long.parseLong(attribute(key));
    }

    List<Element> children(String wanted) {
      return children.stream().filter(child -> child.name.equals(wanted)).toList();
    }
  }

  private Metadata() {}

  /**
   * Reads the event.
   *
   * @param bytes at the event's beginning
   * @throws RuntimeException where it makes no sense
   */
  static Metadata read(Bytes bytes) {
    bytes.skipNumber(Integer.BYTES); // Size of the event.
    long kind = bytes.number(Long.BYTES);
    if (kind != 0) {
      throw new BadChunk(Damage.Fault.TYPES, bytes.position, kind);
    }
    for (int i = 0; i < 3; i++) {
      bytes.skipNumber(Long.BYTES); // Start, duration, number.
    }
    String[] texts = new String[bytes.count()];
    for (int i = 0; i < texts.length; i++) {
      String text = bytes.text();
      texts[i] = text == null ? "" : text;
    }
    Metadata metadata = new Metadata();
    element(bytes, texts, 0).children("metadata").forEach(metadata::define);
    metadata.types.values().stream().filter(type -> type.event).forEach(TypeLayout::check);
    return metadata;
  }

  private static Element element(Bytes bytes, String[] texts, int depth) {
    if (depth > DEEPEST) {
      throw new BadChunk(Damage.Fault.COUNT, bytes.position, depth);
    }
    String name = text(bytes, texts);
    Map<String, String> attributes = new HashMap<>();
    for (int left = bytes.count(); left > 0; left--) {
      attributes.put(text(bytes, texts), text(bytes, texts));
    }
    List<Element> children = new ArrayList<>();
    for (int left = bytes.count(); left > 0; left--) {
      children.add(element(bytes, texts, depth + 1));
    }
    return new Element(name, attributes, children);
  }

  private static String text(Bytes bytes, String[] texts) {
    return texts[(int) bytes.number(Integer.BYTES)];
  }

  private void define(Element metadata) {
    List<Element> classes = metadata.children("class");
    for (Element element : classes) {
      TypeLayout type =
          new TypeLayout(
              element.id("id"),
              element.attribute("name"),
              element.attribute("superType"),
              element.attribute("simpleType").equals("true"));
      types.put(type.id, type);
    }
    for (Element element : classes) {
      TypeLayout type = type(element.id("id"));
      element.children("field").forEach(field -> type.add(field(field)));
    }
  }

  private FieldLayout field(Element element) {
    boolean unsigned = false;
    String unit = "";
    for (Element annotation : element.children("annotation")) {
      String kind = type(annotation.id("class")).name;
      unsigned |= kind.equals(UNSIGNED);
      unit = kind.equals(TIMESPAN) ? annotation.attribute("value") : unit;
    }
    return new FieldLayout(
        element.attribute("name"),
        type(element.id("class")),
        element.attribute("constantPool").equals("true"),
        !element.attribute("dimension").isEmpty() && element.id("dimension") > 0,
        unsigned,
        unit);
  }

  private TypeLayout type(long id) {
    TypeLayout type = types.get(id);
    if (type == null) {
      throw new BadChunk(Damage.Fault.TYPE, 0, id);
    }
    return type;
  }

  /** All types, in the order of the file. */
  Iterable<TypeLayout> types() {
    return types.values();
  }

  /** The type of this number; null if there is none. */
  @Nullable TypeLayout find(long id) {
    return types.get(id);
  }
}
