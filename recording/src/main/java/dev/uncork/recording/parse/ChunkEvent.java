package dev.uncork.recording.parse;

import dev.uncork.recording.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An event of a chunk, which reads the fields that it is asked for; made once for each thread that
 * takes events of the chunk, and moved from one to the next.
 */
final class ChunkEvent implements JfrEvent {
  private static final String START = "startTime";
  private static final String DURATION = "duration";

  /** In the place of a constant that is null or being read. */
  private static final Object NOTHING = new Object();

  private final Chunk chunk;
  private final Bytes bytes;

  private final Function<TypeLayout, @Nullable Object> texts = this::textOf;
  private final Function<TypeLayout, @Nullable Object> pooledTexts = any -> pooledText();

  /** What was made of the constants of each pool, by their places. */
  private final @Nullable Object[][] made;

  private TypeLayout type;
  private int end;
  private int[] positions = new int[32];
  private int lastKnown;

  ChunkEvent(Chunk chunk, TypeLayout any) {
    this.chunk = chunk;
    this.bytes = new Bytes(chunk.bytes(), chunk.compressed());
    this.made = new Object[chunk.constants().size()][];
    this.type = any;
  }

  /**
   * Goes to an event.
   *
   * @param from where its first field begins
   * @param to where it ends
   */
  void moveTo(TypeLayout newType, int from, int to) {
    type = newType;
    end = to;
    lastKnown = 0;
    if (positions.length < type.size()) {
      positions = new int[type.size()];
    }
    positions[0] = from;
  }

  @Override
  public String type() {
    return type.name;
  }

  @Override
  public long startNanos() {
    return chunk.clock().nanos(number(START, 0));
  }

  @Override
  public long endNanos() {
    return chunk.clock().nanos(number(START, 0) + number(DURATION, 0));
  }

  /** Goes to a field; null if there is none of this name. */
  private @Nullable FieldLayout seek(String name) {
    int place = type.place(name);
    if (place < 0) {
      int dot = name.indexOf('.');
      FieldLayout outer = dot < 0 ? null : seek(name.substring(0, dot));
      return outer == null || outer.array() || outer.pooled()
          ? null
          : seek(outer.type(), name.substring(dot + 1));
    }
    while (lastKnown < place) {
      bytes.position = positions[lastKnown];
      type.field(lastKnown).skip(bytes);
      if (bytes.position > end) {
        throw new IndexOutOfBoundsException(name);
      }
      positions[++lastKnown] = bytes.position;
    }
    bytes.position = positions[place];
    return type.field(place);
  }

  /** Goes to a field of a structure that begins here; null if there is none of this name. */
  private @Nullable FieldLayout seek(TypeLayout structure, String name) {
    int place = structure.place(name);
    if (place < 0) {
      return null;
    }
    for (int i = 0; i < place; i++) {
      structure.field(i).skip(bytes);
    }
    return structure.field(place);
  }

  /** What is made of the value of a field here, or of the constant that it names. */
  private @Nullable Object make(FieldLayout field, Function<TypeLayout, @Nullable Object> maker) {
    if (!field.pooled()) {
      return maker.apply(field.type());
    }
    return makeConstant(field.type(), bytes.number(Long.BYTES), maker);
  }

  private @Nullable Object makeConstant(
      TypeLayout of, long key, Function<TypeLayout, @Nullable Object> maker) {
    ConstantPool pool = chunk.constants().find(of);
    int place = pool == null ? -1 : pool.find(key);
    if (pool == null || place < 0) {
      return null;
    }
    @Nullable Object[] known = made[pool.number];
    if (known == null) {
      known = new Object[pool.size()];
      made[pool.number] = known;
    }
    Object value = known[place];
    if (value == null) {
      known[place] = NOTHING;
      int back = bytes.position;
      bytes.position = pool.position(place);
      Object fresh = maker.apply(of);
      bytes.position = back;
      value = fresh == null ? NOTHING : fresh;
      known[place] = value;
    }
    return value == NOTHING ? null : value;
  }

  @Override
  public @Nullable String text(String name) {
    FieldLayout field = seek(name);
    return field == null ? null : text(field);
  }

  private @Nullable String text(@Nullable FieldLayout field) {
    return field == null || field.array() || !field.type().isText()
        ? null
        : (String) make(field, texts);
  }

  private @Nullable String textOf(TypeLayout of) {
    if (of.form != TypeLayout.Form.TEXT) {
      return text(of.field(0));
    }
    return bytes.takesTextFromPool()
        ? (String) makeConstant(of, bytes.number(Long.BYTES), pooledTexts)
        : bytes.text();
  }

  private @Nullable String pooledText() {
    return bytes.text();
  }

  @Override
  public long number(String name, long absent) {
    FieldLayout field = seek(name);
    return field == null ? absent : number(field);
  }

  private static void requireSingle(FieldLayout field) {
    if (field.array() || field.pooled()) {
      throw new IllegalArgumentException(field.name());
    }
  }

  private long number(FieldLayout field) {
    requireSingle(field);
    return field.type().number(bytes, field.unsigned());
  }

  @Override
  public double real(String name) {
    FieldLayout field = seek(name);
    if (field == null) {
      return 0;
    }
    requireSingle(field);
    return field.type().real(bytes, field.unsigned());
  }

  @Override
  public boolean flag(String name) {
    FieldLayout field = seek(name);
    return field != null && flag(field);
  }

  private boolean flag(FieldLayout field) {
    requireSingle(field);
    if (field.type().form != TypeLayout.Form.BOOLEAN) {
      throw new IllegalArgumentException(field.name());
    }
    return bytes.one() != 0;
  }

  @Override
  public long nanos(String name) {
    FieldLayout field = seek(name);
    if (field == null) {
      return -1;
    }
    long value = number(field);
    if (value == Long.MIN_VALUE || value == Long.MAX_VALUE) {
      return -1;
    }
    return switch (field.unit()) {
      case "NANOSECONDS" -> value;
      case "MICROSECONDS" -> product(value, 1_000);
      case "MILLISECONDS" -> product(value, 1_000_000);
      case "SECONDS" -> product(value, 1_000_000_000);
      case "TICKS" -> chunk.clock().span(value);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static long product(long value, long nanos) {
    return Math.abs(value) > Long.MAX_VALUE / nanos ? -1 : value * nanos;
  }

  @Override
  public @Nullable String className(String name) {
    return className(seek(name));
  }

  private @Nullable String className(@Nullable FieldLayout field) {
    return (String) make("java.lang.Class", field, this::classNameOf);
  }

  /** What is made of a field of this type; null of another or none. */
  private @Nullable Object make(
      String type, @Nullable FieldLayout field, Function<TypeLayout, @Nullable Object> maker) {
    return field == null || field.array() || !field.type().name.equals(type)
        ? null
        : make(field, maker);
  }

  private @Nullable String classNameOf(TypeLayout of) {
    String name = text(seek(of, "name"));
    return name == null ? null : name.replace('/', '.');
  }

  @Override
  public @Nullable JfrThread thread(String name) {
    FieldLayout field = seek(name);
    return (JfrThread) make("java.lang.Thread", field, this::threadOf);
  }

  private JfrThread threadOf(TypeLayout of) {
    int here = bytes.position;
    String osName = known(text(seek(of, "osName")));
    long osThreadId = number(of, here, "osThreadId");
    bytes.position = here;
    String javaName = known(text(seek(of, "javaName")));
    long javaThreadId = number(of, here, "javaThreadId");
    bytes.position = here;
    FieldLayout virtual = seek(of, "virtual");
    return new JfrThread(
        osName, osThreadId, javaName, javaThreadId, virtual != null && flag(virtual));
  }

  private static String known(@Nullable String text) {
    return text == null ? "" : text;
  }

  private long number(TypeLayout of, int here, String name) {
    bytes.position = here;
    FieldLayout field = seek(of, name);
    return field == null ? -1 : number(field);
  }

  @Override
  public @Nullable JfrMethod method(String name) {
    return method(seek(name));
  }

  private @Nullable JfrMethod method(@Nullable FieldLayout field) {
    return (JfrMethod) make("jdk.types.Method", field, this::methodOf);
  }

  private @Nullable JfrMethod methodOf(TypeLayout of) {
    int here = bytes.position;
    String className = className(seek(of, "type"));
    bytes.position = here;
    String name = text(seek(of, "name"));
    bytes.position = here;
    String descriptor = text(seek(of, "descriptor"));
    return className == null || name == null
        ? null
        : new JfrMethod(className, name, known(descriptor));
  }

  @Override
  public JfrStack stack() {
    FieldLayout field = seek("stackTrace");
    Object stack = make("jdk.types.StackTrace", field, this::stackOf);
    return stack == null ? JfrStack.NONE : (JfrStack) stack;
  }

  private JfrStack stackOf(TypeLayout of) {
    FieldLayout field = seek(of, "frames");
    if (field == null || !field.array()) {
      return JfrStack.NONE;
    }
    List<Frame> frames = new ArrayList<>();
    String innermostCode = "";
    int count = bytes.count();
    for (int i = 0; i < count; i++) {
      int here = bytes.position;
      FrameValue value = (FrameValue) make(field, this::frameOf);
      if (value != null && value.frame() != null) {
        frames.add(value.frame());
      }
      innermostCode = i == 0 && value != null ? value.code() : innermostCode;
      bytes.position = here;
      if (field.pooled()) {
        bytes.skipNumber(Long.BYTES);
      } else {
        field.type().skip(bytes);
      }
    }
    return new JfrStack(List.copyOf(frames), innermostCode);
  }

  private record FrameValue(@Nullable Frame frame, String code) {}

  private FrameValue frameOf(TypeLayout of) {
    int here = bytes.position;
    JfrMethod method = method(seek(of, "method"));
    int line = (int) number(of, here, "lineNumber");
    bytes.position = here;
    String code = known(text(seek(of, "type")));
    return new FrameValue(
        method == null ? null : JfrStack.frame(method.className(), method.name(), line), code);
  }
}
