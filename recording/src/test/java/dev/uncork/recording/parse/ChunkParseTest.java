package dev.uncork.recording.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.uncork.recording.problem.Damage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunkParseTest {
  private static final Duration STALL = Duration.ofSeconds(15);
  private static final int EVENTS = 20_000;

  @TempDir Path dir;

  @Test
  void everyPartGetsAllEventsInTheSameOrder() throws IOException {
    List<Integer> first = new ArrayList<>();
    List<Integer> second = new ArrayList<>();

    ChunkParse parse = run(event -> first.add(number(event)), event -> second.add(number(event)));

    assertThat(parse.events()).isEqualTo(EVENTS);
    assertThat(first).hasSize(EVENTS).doesNotHaveDuplicates().isEqualTo(second);
    assertThat(parse.damage()).isNull();
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
  void aPartMayFailWhileTheParserWaitsForIt() {
    ChunkParse parse =
        assertTimeoutPreemptively(
            Duration.ofSeconds(60),
            () ->
                run(
                    event -> {
                      awaitWaitingParser();
                      throw new OutOfMemoryError("as if");
                    },
                    event -> true));

    assertThat(parse.damage()).isEqualTo(new Damage.ParserFailed("OutOfMemoryError: as if"));
  }

  private static void awaitWaitingParser() {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (Thread.getAllStackTraces().keySet().stream()
        .noneMatch(
            thread ->
                thread.getName().equals("uncork-recording-reader")
                    && thread.getState() == Thread.State.WAITING)) {
      assertThat(System.nanoTime()).isLessThan(deadline);
    }
  }

  private ChunkParse run(EventSink.Part... parts) throws IOException {
    Path file = dir.resolve("numbers.jfr");
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      recording.enable(NumberEvent.class);
      recording.start();
      for (int i = 0; i < EVENTS; i++) {
        NumberEvent event = new NumberEvent();
        event.number = i;
        event.commit();
      }
      recording.stop();
      recording.dump(file);
    }
    ChunkParse parse = new ChunkParse(file, new Parts(List.of(parts)));
    parse.runUntilDoneOrStalled(STALL);
    return parse;
  }

  private static int number(RecordedEvent event) {
    return event.getInt("number");
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

  @Name("test.Number")
  static final class NumberEvent extends Event {
    int number;
  }
}
