package dev.uncork.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines as well-known programs print them. */
class ProgressFinderTest {
  /** Times that no clock keeps. */
  private static final long[] PAUSES = {1_010, 930, 1_170, 880, 1_040, 990, 1_130};

  private static final double[] WORK = {117, 93, 131, 101, 88, 124, 109};

  static Optional<FoundProgress> find(String... lines) {
    ProgressFinder finder = new ProgressFinder();
    long now = 1_000;
    for (int i = 0; i < lines.length; i++) {
      finder.line(lines[i], now);
      now += PAUSES[i % PAUSES.length];
    }
    return finder.found();
  }

  /** Lines whose figures grow irregularly, as those of work do: %d is what is done so far. */
  private static Optional<FoundProgress> counting(String format) {
    String[] lines = new String[7];
    double done = 0;
    for (int i = 0; i < lines.length; i++) {
      done += WORK[i] * 1_000;
      lines[i] = String.format(Locale.ROOT, format, Math.round(done));
    }
    return find(lines);
  }

  /** Lines with a rate: %f. */
  private static Optional<FoundProgress> rating(String format) {
    String[] lines = new String[5];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = String.format(Locale.ROOT, format, WORK[i]);
    }
    return find(lines);
  }

  static double last(FoundProgress found) {
    return found.readings().get(found.readings().size() - 1).figure();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "done: %d                                       | done: …",
        "done:%d                                        | done:…",
        "Progress(9): %,d states generated               | … states generated",
        "processed %d records in 3 s                    | processed … records in",
        "[INFO] 10%% complete, %d rows                  | … rows",
        "2026-11-26 12:00:00,123 INFO  Loader - %d rows | INFO Loader - … rows",
        "[%d/12345678] compiling                        | […/…] compiling",
        "{\"level\":\"info\",\"events\":%d}             | \"events\":…",
        "Now \u001b[32mhandled\u001b[0m %d of 99999 files | Now handled … of",
        "Iteration %d started                           | Iteration … started",
      })
  void aCountThatGrowsIsFound(String format, String label) {
    FoundProgress found = counting(format.strip()).orElseThrow();
    assertThat(found.label()).isEqualTo(label);
    assertThat(last(found)).isEqualTo(763_000);
    assertThat(ProgressPattern.found(found.expression()).isRate()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "states/sec: %.0f                         | 1 | states/sec: …",
        "ops/sec: %.0f                            | 1 | ops/sec: …",
        "%.1fk ops/s                              | 1000 | … ops/s",
        "throughput=%.1fM/s                       | 1000000 | throughput=…/s",
        "Requests/sec:   %.2f                     | 1 | Requests/sec: …",
        "Iteration   1: %.3f ops/s                | 1 | Iteration …: … ops/s",
        "Iteration   1: %.3f ops/ms               | 1000 | Iteration …: … ops/ms",
        "Iteration   1: %.3f ops/us               | 1000000 | Iteration …: … ops/us",
        "rate (records/s) = %.0f                  | 1 | rate (records/s) = …",
        "done %.0f requests per second            | 1 | done … requests per second",
        "tps: %.2f                                | 1 | tps: …",
        "read 3 s, %.0f qps, lag 5 ms             | 1 | … qps",
        "45000 rows, 10%%, %.0f rows/s, ETA 3 s   | 1 | … rows/s",
      })
  void aRateIsFound(String format, double factor, String label) {
    FoundProgress found = rating(format.strip()).orElseThrow();
    assertThat(found.label()).isEqualTo(label);
    assertThat(found.readings().get(0).figure()).isEqualTo(117 * factor);
    assertThat(ProgressPattern.found(found.expression()).isRate()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "took %d ms",
        "%d ms elapsed",
        "elapsed: %d",
        "heap: %d",
        "used %d MB",
        "%dMB used",
        "%d bytes",
        "%d %% done",
        "progress %d%%",
        "listening on localhost:%d",
        "at com.acme.Foo(Foo.java:%d)",
        "pid %d is alive",
        "[info] GC(%d) Pause Young",
        "2026-11-26T12:%d:00 hello",
        "10.0.0.1:%d connected",
        "version 1.2.%d",
        "thread-%d is here",
        "queue: %d",
        "%d errors",
        "%d s/min",
        "temperature -%d",
        "%d",
      })
  void whatIsNoWorkIsNotTakenForIt(String format) {
    assertThat(counting(format)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%.3f ms/op",
        "%.3f us/op",
        "·gc.alloc.rate: %.3f MB/sec",
        "load %.2f",
        "%.1f ms per second",
        "progress %.1f %%"
      })
  void whatIsNoRateIsNotTakenForOne(String format) {
    assertThat(rating(format)).isEmpty();
  }

  @Test
  void twoLinesAreTooFew() {
    assertThat(find("ops/sec: 17", "ops/sec: 19")).isEmpty();
    assertThat(find("done: 170000", "done: 190000")).isEmpty();
  }

  @Test
  void aCountThatFallsIsNone() {
    assertThat(find("open: 17", "open: 19", "open: 25", "open: 11", "open: 29")).isEmpty();
  }

  @Test
  void aFigureThatStaysIsNoProgress() {
    assertThat(find("target: 100 ops/s", "target: 100 ops/s", "target: 100 ops/s")).isEmpty();
    assertThat(find("rows 5 of 9", "rows 5 of 9", "rows 5 of 9", "rows 5 of 9")).isEmpty();
  }

  @Test
  void aListThatIsPrintedAtOnceIsNoProgress() {
    ProgressFinder finder = new ProgressFinder();
    for (int i = 0; i < 1_000; i++) {
      finder.line("entry " + i * i + " of the list", 1_000 + i / 100);
      finder.line("case " + i + ": " + i * 3 % 17 + " ops/s", 1_000 + i / 100);
    }
    assertThat(finder.found()).isEmpty();
  }

  @Test
  void aClockIsNoProgress() {
    ProgressFinder finder = new ProgressFinder();
    for (int i = 0; i < 20; i++) {
      long now = 1_000 + i * 10_000L + i % 3;
      finder.line("# Warmup Iteration " + i + ": 12.3 us/op", now);
      finder.line("step " + i * 10 + " begins", now);
      finder.line("alive since " + (now + 7) + " beats", now);
    }
    assertThat(finder.found()).isEmpty();
  }

  @Test
  void ofSeveralARateIsTakenThenWhatGrowsFastest() {
    String[] lines = new String[6];
    long done = 0;
    for (int i = 0; i < lines.length; i++) {
      done += (long) WORK[i] * 1_000;
      lines[i] =
          String.format(
              Locale.ROOT,
              "states/sec: %d  generated: %d  distinct: %d  queue: %d",
              (long) WORK[i],
              done * 3,
              done,
              done / 2);
    }
    assertThat(find(lines).orElseThrow().label()).isEqualTo("states/sec: …");
    for (int i = 0; i < lines.length; i++) {
      lines[i] = lines[i].replaceFirst("states/sec: \\d+ +", "");
    }
    FoundProgress found = find(lines).orElseThrow();
    assertThat(found.label()).isEqualTo("generated: …");
    assertThat(last(found)).isEqualTo(done * 3);
  }

  @Test
  void whatIsFoundIsFoundAgainByItsExpression() {
    FoundProgress found =
        counting("\u001b[1m%d\u001b[0m rows (a+b)*c? {x} |y| ^ $ \\ done").orElseThrow();
    assertThat(
            ProgressPattern.found(found.expression())
                .find("\u001b[1m4711\u001b[0m rows (a+b)*c? {x} |y| ^ $ \\ done"))
        .isEqualTo(OptionalDouble.of(4711));
  }

  /** Lines of all sorts: the finder never throws, keeps little, and finds again what it found. */
  @DefaultTier
  @Test
  void anyOutputIsBorne() {
    Random random = new Random(39);
    List<String> parts =
        List.of(
            "done",
            "ops/s",
            "12",
            "1,234",
            "3.5",
            "1e9",
            "k",
            "M",
            "/",
            "sec",
            ":",
            "=",
            "(",
            ")",
            " ",
            "  ",
            "\t",
            "%",
            "#",
            "\u001b[31m",
            "\u001b",
            "é",
            "漢",
            "\ud83d\ude00",
            "\ufffd",
            "\0",
            "99999999999999999999999",
            "1.2.3",
            "-7",
            "GC",
            "rows",
            "ms",
            "12:30",
            "\\E",
            "\\Q",
            "[",
            "]",
            "{",
            "}",
            "^",
            "$",
            "*",
            "+",
            "?",
            "|",
            "'",
            "_",
            "1'000",
            "\u00a0",
            "0x1f");
    for (int program = 0; program < 3_000; program++) {
      String[] shape = new String[1 + random.nextInt(12)];
      for (int i = 0; i < shape.length; i++) {
        shape[i] = parts.get(random.nextInt(parts.size()));
      }
      int counting = random.nextInt(shape.length);
      ProgressFinder finder = new ProgressFinder();
      long now = 1_000;
      long done = 0;
      String line = "";
      for (int i = 0; i < 6; i++) {
        done += 100 + random.nextInt(900);
        now += 700 + random.nextInt(900);
        shape[counting] = Long.toString(done);
        line = String.join("", shape);
        finder.line(line, now);
        finder.line(noise(random), now);
      }
      String said = line;
      finder
          .found()
          .ifPresent(
              found -> {
                assertThat(ProgressPattern.found(found.expression()).find(said))
                    .describedAs(said + " by " + found.expression())
                    .isEqualTo(OptionalDouble.of(last(found)));
              });
    }
  }

  private static String noise(Random random) {
    StringBuilder noise = new StringBuilder();
    for (int length = random.nextInt(2_000); length > 0; length--) {
      noise.append((char) random.nextInt(random.nextBoolean() ? 128 : 0x10000));
    }
    return noise.toString();
  }

  @DefaultTier
  @Test
  void endlessNewKindsOfLinesTakeNoMemory() {
    ProgressFinder finder = new ProgressFinder();
    Random random = new Random(17);
    long before = used();
    for (int i = 0; i < 40_000; i++) {
      String word = Integer.toString(random.nextInt(), 36).replaceAll("\\d", "x");
      finder.line(word + " " + i + " " + word + " " + "y".repeat(300), i);
    }
    assertThat(used() - before).isLessThan(16 << 20);
    assertThat(finder.found()).isEmpty();
  }

  private static long used() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
