package dev.uncork.sparkledger.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * An event's JSON as a tree, without the fields that its kind skips: those of an event's bytes that
 * nobody asks for are passed over, never made into text.
 *
 * <p>It keeps its own stack, since plans of a thousand operators lie as deep.
 *
 * @param name what {@code "Event"} says
 */
record EventJson(EventKind kind, String name, JsonNode fields) {
  /** Longer than any string that Spark writes and that isn't skipped. */
  private static final int LONGEST_TEXT = 16 << 20;

  private static final int DEEPEST = 5_000;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(LONGEST_TEXT)
                  .maxNestingDepth(DEEPEST)
                  .build())
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Makes one of a line; throws an IOException where that isn't an event. */
  static EventJson parse(byte[] line, int offset, int length) throws IOException {
    try (JsonParser parser = FACTORY.createParser(line, offset, length)) {
      if (parser.nextToken() != JsonToken.START_OBJECT
          || !"Event".equals(parser.nextFieldName())
          || parser.nextToken() != JsonToken.VALUE_STRING) {
        throw new IOException("no event");
      }
      String name = parser.getText();
      EventKind kind = EventKind.of(name);
      if (kind == EventKind.IGNORED || kind == EventKind.UNKNOWN) {
        return new EventJson(kind, name, NODES.objectNode());
      }
      EventJson event = new EventJson(kind, name, fields(parser, kind));
      if (parser.nextToken() != null) {
        throw new IOException("more than an event");
      }
      return event;
    }
  }

  private static JsonNode fields(JsonParser parser, EventKind kind) throws IOException {
    ObjectNode event = NODES.objectNode();
    Deque<ContainerNode<?>> open = new ArrayDeque<>();
    open.push(event);
    String name = "";
    while (!open.isEmpty()) {
      JsonToken token = parser.nextToken();
      if (token == null) {
        throw new IOException("the event has no end");
      }
      switch (token) {
        case FIELD_NAME -> {
          name = parser.currentName();
          if (kind.skips(name)) {
            parser.nextToken();
            parser.skipChildren();
          }
        }
        case START_OBJECT -> open.push(added(open.peek(), name, NODES.objectNode()));
        case START_ARRAY -> open.push(added(open.peek(), name, NODES.arrayNode()));
        case END_OBJECT, END_ARRAY -> open.pop();
        default -> added(open.peek(), name, scalar(parser, token));
      }
    }
    return event;
  }

  private static <T extends JsonNode> T added(ContainerNode<?> parent, String name, T child) {
    if (parent instanceof ObjectNode object) {
      object.set(name, child);
    } else {
      ((ArrayNode) parent).add(child);
    }
    return child;
  }

  private static JsonNode scalar(JsonParser parser, JsonToken token) throws IOException {
    return switch (token) {
      case VALUE_STRING -> NODES.textNode(parser.getText());
      case VALUE_NUMBER_INT ->
          parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
              ? NODES.nullNode()
              : NODES.numberNode(parser.getLongValue());
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDoubleValue());
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      default -> NODES.nullNode();
    };
  }
}
