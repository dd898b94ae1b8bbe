package dev.uncork.recording.parse;

import dev.uncork.recording.problem.Damage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A type of events, structures or single values, as the metadata of a chunk tells it.
 *
 * <p>A type in which another is nested that leads back to it is refused, so that reading ends.
 */
final class TypeLayout {
  /** What the bytes of a value are. */
  enum Form {
    LONG(Long.BYTES),
    INT(Integer.BYTES),
    SHORT(Short.BYTES),
    CHAR(Character.BYTES),
    BYTE(Byte.BYTES),
    BOOLEAN(Byte.BYTES),
    FLOAT(Float.BYTES),
    DOUBLE(Double.BYTES),
    TEXT(0),
    STRUCTURE(0);

    private final int width;

    Form(int width) {
      this.width = width;
    }
  }

  private static final Map<String, Form> FORMS =
      Map.of(
          "long", Form.LONG,
          "int", Form.INT,
          "short", Form.SHORT,
          "char", Form.CHAR,
          "byte", Form.BYTE,
          "boolean", Form.BOOLEAN,
          "float", Form.FLOAT,
          "double", Form.DOUBLE,
          "java.lang.String", Form.TEXT);

  private static final String EVENT = "jdk.jfr.Event";

  final long id;
  final String name;
  final Form form;

  /** Whether events are of it. */
  final boolean event;

  /** Whether it stands for the only field that it has. */
  final boolean simple;

  private final List<FieldLayout> fields = new ArrayList<>();

  /** Places by name, of which those that our code asks for are found at the first glance. */
  private @Nullable String[] names = new String[8];

  private int[] places = new int[8];
  private boolean checking;
  private boolean checked;

  TypeLayout(long id, String name, String superType, boolean simple) {
    this.id = id;
    this.name = name;
    this.form = FORMS.getOrDefault(name, Form.STRUCTURE);
    this.event = superType.equals(EVENT);
    this.simple = simple;
  }

  void add(FieldLayout field) {
    fields.add(field);
    if (2 * fields.size() > names.length) {
      names = new String[2 * names.length];
      places = new int[names.length];
      for (int place = 0; place < fields.size(); place++) {
        put(fields.get(place).name(), place);
      }
    } else {
      put(field.name(), fields.size() - 1);
    }
  }

  private void put(String field, int place) {
    int slot = slot(field);
    names[slot] = field.intern();
    places[slot] = place;
  }

  private int slot(String field) {
    int slot = field.hashCode() & names.length - 1;
    while (names[slot] != null && !field.equals(names[slot])) {
      slot = slot + 1 & names.length - 1;
    }
    return slot;
  }

  /** Whether a value is a text, or stands for one. */
  boolean isText() {
    return form == Form.TEXT || simple && size() == 1 && fields.get(0).type().isText();
  }

  int size() {
    return fields.size();
  }

  FieldLayout field(int place) {
    return fields.get(place);
  }

  /** Where a field is among the fields; -1 if there is none of this name. */
  int place(String field) {
    int slot = slot(field);
    return names[slot] == null ? -1 : places[slot];
  }

  /** Goes on behind a value. */
  void skip(Bytes bytes) {
    switch (form) {
      case LONG, INT, SHORT, CHAR -> bytes.skipNumber(form.width);
      case BYTE, BOOLEAN, FLOAT, DOUBLE -> bytes.skip(form.width);
      case TEXT -> bytes.skipText();
      case STRUCTURE -> {
        for (int place = 0; place < fields.size(); place++) {
          fields.get(place).skip(bytes);
        }
      }
    }
  }

  /**
   * A whole number.
   *
   * @param unsigned whether it is never negative
   */
  long number(Bytes bytes, boolean unsigned) {
    return switch (form) {
      case LONG -> bytes.number(form.width);
      case INT -> {
        int value = (int) bytes.number(form.width);
        yield unsigned ? Integer.toUnsignedLong(value) : value;
      }
      case SHORT -> {
        short value = (short) bytes.number(form.width);
        yield unsigned ? Short.toUnsignedLong(value) : value;
      }
      case CHAR -> (char) bytes.number(form.width);
      case BYTE -> unsigned ? Byte.toUnsignedLong(bytes.one()) : bytes.one();
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** A number. */
  double real(Bytes bytes, boolean unsigned) {
    return switch (form) {
      case FLOAT -> Float.intBitsToFloat((int) bytes.raw(form.width));
      case DOUBLE -> Double.longBitsToDouble(bytes.raw(form.width));
      default -> number(bytes, unsigned);
    };
  }

  /**
   * Refuses what can't be read.
   *
   * @throws BadChunk if it is nested in itself, or has nothing that is written
   */
  void check() {
    if (checked) {
      return;
    }
    if (checking || form == Form.STRUCTURE && fields.isEmpty() && !event) {
      throw new BadChunk(Damage.Fault.TYPE, 0, id);
    }
    checking = true;
    for (FieldLayout field : fields) {
      if (!field.pooled()) {
        field.type().check();
      }
    }
    checked = true;
  }
}
