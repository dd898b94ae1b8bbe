package dev.uncork.recording.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.recording.problem.Damage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunkParseTest {
  private static final int EVENTS = 20_000;

  @TempDir Path dir;

  @Test
  void everyPartGetsItsEventsInTheOrderOfTheFile() throws IOException {
    List<Integer> even = new ArrayList<>();
    List<Integer> odd = new ArrayList<>();

    ChunkParse parse = run(event -> even.add(number(event)), event -> odd.add(number(event)));

    assertThat(parse.events()).isEqualTo(EVENTS);
    assertThat(even).hasSize(EVENTS / 2).isEqualTo(numbers("test.Even"));
    assertThat(odd).hasSize(EVENTS / 2).isEqualTo(numbers("test.Odd"));
    assertThat(parse.damage()).isNull();
  }

  private List<Integer> numbers(String type) throws IOException {
    return RecordingFile.readAllEvents(file()).stream()
        .filter(event -> event.getEventType().getName().equals(type))
        .map(event -> event.getInt("number"))
        .toList();
  }

  private Path file() {
    return dir.resolve("numbers.jfr");
  }

  @Test
  void onePartDoesNotWaitForAnother() throws IOException {
    CountDownLatch other = new CountDownLatch(1);

    ChunkParse parse =
        run(
            event -> await(other),
            event -> {
              other.countDown();
              return true;
            });

    assertThat(parse.badEvents()).isZero();
  }

  @Test
  void whatMakesNoSenseToAPartIsCounted() throws IOException {
    ChunkParse parse =
        run(
            event -> number(event) % 100 != 0,
            event -> {
              if (number(event) == 7) {
                throw new IllegalStateException("damaged");
              }
              return true;
            });

    assertThat(parse.badEvents()).isEqualTo(EVENTS / 100 + 1);
    assertThat(parse.damage()).isNull();
  }

  @Test
  void anErrorInAPartEndsIt() throws IOException {
    ChunkParse parse =
        run(
            event -> {
              throw new OutOfMemoryError("as if");
            },
            event -> true);

    assertThat(parse.damage()).isEqualTo(new Damage.ParserFailed("OutOfMemoryError: as if"));
  }

  @Test
  void aDamagedChunkIsLeftOutAndTheNextOneRead() throws IOException {
    for (int from : new int[] {0, 16, 24}) { // The first event, the constants, the types.
      List<Integer> read = new ArrayList<>();
      Path file = threeChunks();
      List<ChunkHeader> chunks = ChunkScan.of(file).chunks();
      damage(file, chunks.get(1).offset(), from);

      ChunkParse parse =
          new ChunkParse(
              file,
              chunks,
              new Parts(List.of(new Taker("test.Even", event -> read.add(number(event))))));
      parse.run();

      assertThat(read).contains(1, 3).doesNotContain(2);
      assertThat(parse.damage()).isInstanceOf(Damage.InChunk.class);
    }
  }

  private Path threeChunks() throws IOException {
    Path file = dir.resolve("three.jfr");
    Files.deleteIfExists(file);
    for (int i = 1; i <= 3; i++) {
      try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
        recording.enable(EvenEvent.class);
        recording.start();
        EvenEvent event = new EvenEvent();
        event.number = i;
        event.commit();
        recording.stop();
        recording.dump(file());
      }
      Files.write(
          file, Files.readAllBytes(file()), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
    return file;
  }

  /** Takes away the size of an event of a chunk: the first, or the one that the header names. */
  private static void damage(Path file, long offset, int place) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int chunk = (int) offset;
    long at = place == 0 ? ChunkScan.HEADER_BYTES : ByteBuffer.wrap(bytes).getLong(chunk + place);
    Arrays.fill(bytes, chunk + (int) at, chunk + (int) at + 4, (byte) 0);
    Files.write(file, bytes);
  }

  private ChunkParse run(Predicate<JfrEvent> even, Predicate<JfrEvent> odd) throws IOException {
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      recording.enable(EvenEvent.class);
      recording.enable(OddEvent.class);
      recording.start();
      for (int i = 0; i < EVENTS; i++) {
        NumberEvent event = i % 2 == 0 ? new EvenEvent() : new OddEvent();
        event.number = i;
        event.commit();
      }
      recording.stop();
      recording.dump(file());
    }
    ChunkParse parse =
        new ChunkParse(
            file(),
            ChunkScan.of(file()).chunks(),
            new Parts(List.of(new Taker("test.Even", even), new Taker("test.Odd", odd))));
    parse.run();
    return parse;
  }

  private static int number(JfrEvent event) {
    return (int) event.number("number", -1);
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      return false;
    }
  }

  private record Parts(List<Part> parts) implements EventSink<List<Integer>> {
    @Override
    public List<Integer> end() {
      return List.of();
    }
  }

  private record Taker(String type, Predicate<JfrEvent> events) implements EventSink.Part {
    @Override
    public boolean takes(String name) {
      return name.equals(type);
    }

    @Override
    public boolean accept(JfrEvent event) {
      return events.test(event);
    }
  }

  abstract static class NumberEvent extends Event {
    int number;
  }

  @Name("test.Even")
  static final class EvenEvent extends NumberEvent {}

  @Name("test.Odd")
  static final class OddEvent extends NumberEvent {}
}
