package dev.uncork.recording.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.Configuration;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.Timespan;
import jdk.jfr.Unsigned;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our parser and the JDK's read the same from whatever a JVM records. */
class SameAsJdkTest {
  @TempDir Path dir;

  @Test
  void eventsOfTheJvmItself() throws Exception {
    Path file = dir.resolve("profile.jfr");
    try (Recording recording = new Recording(Configuration.getConfiguration("profile"))) {
      recording.enable("jdk.ThreadPark").withThreshold(Duration.ZERO).withStackTrace();
      recording.enable("jdk.JavaMonitorWait").withThreshold(Duration.ZERO).withStackTrace();
      recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(1));
      recording.enable("jdk.Compilation").withoutThreshold();
      recording.start();
      busy();
      System.gc();
      recording.stop();
      recording.dump(file);
    }

    Map<String, Integer> compared = compare(file);

    assertThat(compared)
        .containsKeys("jdk.GarbageCollection", "jdk.GCHeapSummary", "jdk.Compilation")
        .containsKeys("jdk.ActiveSetting", "jdk.JavaMonitorWait");
  }

  private static void busy() throws InterruptedException {
    Object bell = new Object();
    List<String> texts = new ArrayList<>();
    long end = System.nanoTime() + Duration.ofMillis(500).toNanos();
    while (System.nanoTime() < end) {
      for (int i = 0; i < 1000; i++) {
        texts.add("text " + i);
      }
      texts.clear();
      synchronized (bell) {
        bell.wait(1);
      }
    }
  }

  @Test
  void fieldsOfEveryKind() throws IOException {
    Path file = dir.resolve("fields.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(FieldsEvent.class).withStackTrace();
      recording.start();
      commit(null, 0);
      commit("", -1);
      commit("short", Long.MAX_VALUE);
      commit("a text that is long enough for the pool of texts", Long.MIN_VALUE);
      commit("a text that is long enough for the pool of texts", 1L << 40);
      commit("Umlaute: äöü", -(1L << 40));
      commit("beyond: €\uD83D\uDE00", 127);
      commit("x".repeat(100_000), 128);
      recording.stop();
      recording.dump(file);
    }

    assertThat(compare(file)).containsEntry("test.Fields", 8);
  }

  private static void commit(String text, long number) {
    FieldsEvent event = new FieldsEvent();
    event.begin();
    event.text = text;
    event.oneByte = (byte) number;
    event.unsignedByte = (byte) number;
    event.oneChar = (char) number;
    event.twoBytes = (short) number;
    event.unsignedTwoBytes = (short) number;
    event.fourBytes = (int) number;
    event.unsignedFourBytes = (int) number;
    event.eightBytes = number;
    event.single = number / 3f;
    event.twice = number / 3d;
    event.yes = number > 0;
    event.nanoseconds = number;
    event.milliseconds = (int) number;
    event.ticks = number;
    event.type = text == null ? null : FieldsEvent.class;
    event.array = int[].class;
    event.thread = text == null ? null : Thread.currentThread();
    event.commit();
  }

  @Test
  void severalChunks() throws IOException {
    Path file = dir.resolve("chunks.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(FieldsEvent.class).withStackTrace();
      recording.start();
      for (int i = 0; i < 3; i++) {
        commit("text number " + i, i);
        try (Recording other = new Recording()) { // Begins a chunk, and another when it ends.
          other.start();
          commit("a longer text, in the pool of this chunk, number " + i, i);
        }
      }
      recording.stop();
      recording.dump(file);
    }

    assertThat(ChunkScan.of(file).chunks()).hasSizeGreaterThan(3);
    assertThat(compare(file)).containsEntry("test.Fields", 6);
  }

  /** How many events of each type were compared. */
  static Map<String, Integer> compare(Path file) throws IOException {
    List<Map<String, Object>> ours = new ArrayList<>();
    List<Map<String, Object>> theirs = new ArrayList<>();
    Map<String, Integer> compared = new TreeMap<>();
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    for (RecordedEvent event : unsorted(file, events.size())) {
      theirs.add(values(new StreamedEvent(event), event.getFields()));
      compared.merge(event.getEventType().getName(), 1, Integer::sum);
    }
    int[] next = {0};
    List<RecordedEvent> inOrder = unsorted(file, events.size());
    ChunkParse parse =
        new ChunkParse(
            file,
            ChunkScan.of(file).chunks(),
            new OneSink(event -> ours.add(values(event, inOrder.get(next[0]++).getFields()))));
    parse.run();

    assertThat(parse.damage()).isNull();
    assertThat(parse.badEvents()).isZero();
    assertThat(ours).hasSameSizeAs(theirs);
    for (int i = 0; i < ours.size(); i++) {
      assertThat(ours.get(i)).as("event %d of %s", i, file).isEqualTo(theirs.get(i));
    }
    return compared;
  }

  /** In the order of the file. */
  private static List<RecordedEvent> unsorted(Path file, int size) throws IOException {
    List<RecordedEvent> events = new ArrayList<>(size);
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        events.add(recording.readEvent());
      }
    }
    return events;
  }

  private static Map<String, Object> values(JfrEvent event, List<ValueDescriptor> fields) {
    Map<String, Object> values = new TreeMap<>();
    values.put("(type)", event.type());
    values.put("(start)", event.start());
    values.put("(end)", event.end());
    values.put("(stack)", event.stack());
    for (ValueDescriptor field : fields) {
      if (!field.isArray()) {
        put(event, field, values);
      }
    }
    return values;
  }

  private static void put(JfrEvent event, ValueDescriptor field, Map<String, Object> values) {
    String name = field.getName();
    values.put(name + " as a text", "" + event.text(name));
    values.put(name + " as a thread", "" + event.thread(name));
    values.put(name + " as a class", "" + event.className(name));
    values.put(name + " as a method", "" + event.method(name));
    boolean time = name.equals("startTime") || name.equals("duration");
    switch (field.getTypeName()) {
      case "boolean" -> values.put(name, event.flag(name));
      case "float", "double" -> values.put(name, event.real(name));
      case "long", "int", "short", "char", "byte" -> {
        if (!time) { // The JDK's are no fields, but times.
          values.put(name, event.number(name, -7));
        }
        if (!time && field.getAnnotation(Timespan.class) != null) {
          values.put(name + " in ns", sensible(event.nanos(name)));
        }
      }
      default -> {
        for (ValueDescriptor inner : field.getFields()) {
          if (inner.getTypeName().equals("long") && !field.getTypeName().startsWith("java.lang.")) {
            String path = name + "." + inner.getName();
            values.put(path, event.number(path, -7));
          }
        }
      }
    }
  }

  /** What EventFields takes for a duration. */
  private static long sensible(long nanos) {
    return nanos < 0 || nanos > Integer.MAX_VALUE * 1_000_000_000L ? -1 : nanos;
  }

  private record OneSink(java.util.function.Consumer<JfrEvent> taker)
      implements EventSink<String>, EventSink.Part {
    @Override
    public List<Part> parts() {
      return List.of(this);
    }

    @Override
    public String end() {
      return "";
    }

    @Override
    public boolean takes(String type) {
      return true;
    }

    @Override
    public boolean accept(JfrEvent event) {
      taker.accept(event);
      return true;
    }
  }

  @Name("test.Fields")
  static final class FieldsEvent extends Event {
    String text;
    byte oneByte;
    @Unsigned byte unsignedByte;
    char oneChar;
    short twoBytes;
    @Unsigned short unsignedTwoBytes;
    int fourBytes;
    @Unsigned int unsignedFourBytes;
    long eightBytes;
    float single;
    double twice;
    boolean yes;

    @Timespan(Timespan.NANOSECONDS)
    long nanoseconds;

    @Timespan(Timespan.MILLISECONDS)
    int milliseconds;

    @Timespan(Timespan.TICKS)
    long ticks;

    Class<?> type;
    Class<?> array;
    Thread thread;
  }
}
