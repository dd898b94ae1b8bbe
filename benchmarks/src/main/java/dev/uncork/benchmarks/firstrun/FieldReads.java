package dev.uncork.benchmarks.firstrun;

import dev.uncork.protocol.EventField;
import dev.uncork.protocol.EventName;
import dev.uncork.recording.parse.ChunkParse;
import dev.uncork.recording.parse.ChunkScan;
import dev.uncork.recording.parse.EventSink;
import dev.uncork.recording.parse.JfrEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads the events of threads, which are nearly all of a long recording, with their fields: by our
 * parser or the JDK's, by one thread.
 */
final class FieldReads {
  private static final List<String> NUMBERS =
      List.of(
          EventField.STACK_ID,
          EventField.SNAPSHOT,
          EventField.INTERVAL,
          EventField.CPU_TIME,
          EventField.INSTANCE,
          EventField.OWNER,
          EventField.THREAD_ID,
          EventField.POOL);

  private static final List<String> TEXTS =
      List.of(
          EventField.STACK,
          EventField.BLOCKER_CLASS,
          EventField.PEER,
          EventField.THREAD_NAME,
          EventField.THREAD_STATE);

  private FieldReads() {}

  /** What all fields come to, so that none can be left out. */
  static long byUncork(Path file) throws IOException {
    Sums sums = new Sums();
    ChunkParse parse = new ChunkParse(file, ChunkScan.of(file).chunks(), sums);
    parse.run();
    if (parse.damage() != null || parse.badEvents() > 0) {
      throw new IOException("the made-up recording is damaged: " + parse.damage());
    }
    return sums.sum;
  }

  /** The same by the JDK's. */
  static long byJdk(Path file) throws IOException {
    long sum = 0;
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        if (event.getEventType().getName().equals(EventName.THREAD_SAMPLE)) {
          for (String field : NUMBERS) {
            sum += event.getLong(field);
          }
          for (String field : TEXTS) {
            String text = event.getString(field);
            sum += text == null ? 0 : text.length();
          }
        }
      }
    }
    return sum;
  }

  private static final class Sums implements EventSink<Long>, EventSink.Part {
    private long sum;

    @Override
    public List<Part> parts() {
      return List.of(this);
    }

    @Override
    public Long end() {
      return sum;
    }

    @Override
    public boolean takes(String type) {
      return type.equals(EventName.THREAD_SAMPLE);
    }

    @Override
    public boolean accept(JfrEvent event) {
      for (String field : NUMBERS) {
        sum += event.number(field, 0);
      }
      for (String field : TEXTS) {
        String text = event.text(field);
        sum += text == null ? 0 : text.length();
      }
      return true;
    }
  }
}
