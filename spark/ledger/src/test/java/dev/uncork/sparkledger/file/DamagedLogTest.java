package dev.uncork.sparkledger.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.model.Task;
import dev.uncork.testsupport.DefaultTier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Cuts, flips, noise and nonsense: what comes out is an application that can be gone through. */
@DefaultTier
class DamagedLogTest {
  static final List<String> CODECS = SampleLog.CODECS;

  private static final String[] NONSENSE = {
    "-1",
    "0",
    "null",
    "true",
    "\"\"",
    "\"x\"",
    "[]",
    "{}",
    "9223372036854775807",
    "1e308",
    "99999999999999999999999999",
    "-9223372036854775808",
    "[[[[]]]]",
    "2147483648",
    "1700000000000"
  };

  @TempDir Path dir;

  @Test
  void aPlainLogMayEndAnywhere() throws IOException {
    byte[] good = bytes("none", 1);
    for (int length = 0; length < good.length; length++) {
      expectSense(Arrays.copyOf(good, length));
    }
  }

  @ParameterizedTest
  @FieldSource("CODECS")
  void aLogMayEndAnywhere(String codec) throws IOException {
    byte[] good = bytes(codec, 40);
    Random random = new Random(1);
    for (int i = 0; i < 100; i++) {
      int length = i < 50 ? i : random.nextInt(good.length);

      ReadLog log = expectSense(Arrays.copyOf(good, length));

      assertThat(log.application().map(Application::complete).orElse(false))
          .as("cut at %d", length)
          .isFalse();
    }
  }

  @ParameterizedTest
  @FieldSource("CODECS")
  void flippedBytesNeverThrow(String codec) throws IOException {
    byte[] good = bytes(codec, 40);
    Random random = new Random(2);
    for (int i = 0; i < 150; i++) {
      byte[] bytes = good.clone();
      int flips = 1 + random.nextInt(8);
      for (int j = 0; j < flips; j++) {
        int at = i < 50 && j == 0 ? i : random.nextInt(bytes.length);
        bytes[at] ^= (byte) (1 + random.nextInt(255));
      }
      expectSense(bytes);
    }
  }

  @Test
  void valuesThatMakeNoSenseNeverThrow() throws IOException {
    List<String> lines = SampleLog.lines(3);
    Random random = new Random(3);
    for (int i = 0; i < 1_000; i++) {
      List<String> changed = new ArrayList<>(lines);
      for (int j = 0; j < 3; j++) {
        int at = random.nextInt(changed.size());
        changed.set(at, changedValue(changed.get(at), random));
      }
      expectSense((String.join("\n", changed) + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void linesInAnyOrderNeverThrow() throws IOException {
    List<String> lines = SampleLog.lines(20);
    Random random = new Random(4);
    for (int i = 0; i < 200; i++) {
      Collections.shuffle(lines, random);
      List<String> some = lines.subList(0, 1 + random.nextInt(lines.size()));
      expectSense((String.join("\n", some) + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  /** One value of a line, whichever it is, becomes one that makes no sense. */
  private static String changedValue(String line, Random random) {
    int colon = line.indexOf(':', random.nextInt(line.length()));
    if (colon < 0) {
      return line;
    }
    int end = colon + 1;
    while (end < line.length() && ",}]".indexOf(line.charAt(end)) < 0) {
      end++;
    }
    String value = NONSENSE[random.nextInt(NONSENSE.length)];
    return line.substring(0, colon + 1) + value + line.substring(end);
  }

  private byte[] bytes(String codec, int tasks) throws IOException {
    return Files.readAllBytes(SampleLog.write(dir.resolve("good"), codec, SampleLog.lines(tasks)));
  }

  private ReadLog expectSense(byte[] bytes) throws IOException {
    Path file = dir.resolve("damaged");
    Files.write(file, bytes);
    if (bytes.length % 8 == 0) {
      EventLogs.at(file);
    }
    ReadLog log = LogReader.read(new LogFiles(file, List.of(file), false, false, List.of()));
    log.application().ifPresent(DamagedLogTest::goThrough);
    return log;
  }

  private static void goThrough(Application application) {
    assertThat(application.span().millis()).isGreaterThanOrEqualTo(0);
    assertThat(application.executors()).allMatch(executor -> executor.slots() >= 1);
    assertThat(application.jobs()).allMatch(job -> job.span().millis() >= 0);
    for (Stage stage : application.stages()) {
      assertThat(stage.span().startMillis()).isLessThanOrEqualTo(stage.span().endMillis());
      for (Task task : stage.tasks()) {
        assertThat(task.span().startMillis()).isLessThanOrEqualTo(task.span().endMillis());
        assertThat(task.times().run()).isGreaterThanOrEqualTo(0);
        assertThat(task.key().partition()).isGreaterThanOrEqualTo(0);
      }
    }
    application.queries().forEach(query -> query.plan().ifPresent(PlanNode::stages));
  }
}
