package dev.uncork.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskGuardTest {
  @TempDir Path directory;

  @Test
  void tooLittleSpaceIsSaid() throws Exception {
    assertThat(new DiskGuard(directory, directory, Long.MAX_VALUE).check())
        .startsWith("the recording ended early: ")
        .contains(directory.toString());
  }

  @Test
  void enoughSpaceAndADirectoryThatJfrHasDeletedAreNoReason() throws Exception {
    assertThat(new DiskGuard(directory, directory, 0).check()).isNull();
    assertThat(new DiskGuard(directory.resolve("gone"), directory, Long.MAX_VALUE).check())
        .isNull();
  }
}
