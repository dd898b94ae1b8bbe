package dev.uncork.sparkledger.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.AllTier;
import dev.uncork.testsupport.DefaultTier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory doesn't depend on the size of a log. */
class HugeLogTest {
  @TempDir Path dir;

  @Test
  @DefaultTier
  void aHundredMegabytesAreReadInAHeapOfSixteen() throws Exception {
    readsAll("zstd", 100L << 20, 16);
  }

  @Test
  @AllTier
  void aGigabyteIsReadInAHeapOfSixtyFour() throws Exception {
    readsAll("none", 1L << 30, 64);
  }

  private void readsAll(String codec, long bytes, int heapMegabytes)
      throws IOException, InterruptedException {
    Path file = dir.resolve("huge");
    int tasks = HugeLog.write(file, codec, bytes);
    Process reader =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heapMegabytes + "m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                HugeLog.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .start();
    String said =
        new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();

    assertThat(reader.waitFor()).as(said).isZero();
    assertThat(said).startsWith(tasks + " true ");
  }
}
