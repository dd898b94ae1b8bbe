package dev.uncork.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.testsupport.DefaultTier;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of an arena when its process dies, and what a full file system does. */
@DefaultTier
class ArenaLifeTest {
  @TempDir private Path directory;

  /** Writes an output, says so, and waits to be killed. */
  static final class Owner {
    private Owner() {}

    public static void main(String[] args) throws IOException {
      OutputStore store = Arenas.store(Path.of(args[0]), 8 << 20);
      Arenas.write(store, 1, 1, Path.of(args[0], "spill"), 1000, 100_000);
      System.out.println("READY");
      if (System.in.read() < 0) {
        store.close();
      }
    }
  }

  private Process owner() throws IOException {
    Process process =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                Owner.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out = process.inputReader();
    assertThat(out.readLine()).isEqualTo("READY");
    return process;
  }

  @Test
  void whatAKilledProcessLeavesIsReadableForWhoHasItAndGoesWithTheNextArena() throws Exception {
    Process owner = owner();
    Path left = directory.resolve(Arenas.NAME);
    PeerStore peer = PeerStore.open(left);
    assertThat(peer).isNotNull();
    byte[] expected = Arenas.bytes(1001, 100_000);
    assertThat(Arenas.read(peer.view(1, 1, 1, 2))).isEqualTo(expected);
    assertThat(Arena.sweep(directory)).isZero();
    assertThat(left).exists();
    owner.destroyForcibly().waitFor();
    ArenaSettings next = new ArenaSettings(directory, ArenaSettings.PREFIX + "next", 1 << 20, 0);
    try (Arena arena = Arena.create(next)) {
      assertThat(left).doesNotExist();
      assertThat(arena.directory()).exists();
      assertThat(Arenas.read(peer.view(1, 1, 1, 2))).isEqualTo(expected);
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aNameIsForOneArena() throws IOException {
    try (OutputStore store = Arenas.store(directory, 1 << 20)) {
      assertThat(store.arena().directory()).exists();
      assertThatThrownBy(() -> Arenas.store(directory, 1 << 20)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aFullFileSystemIsNoFault() throws Exception {
    Path small = Files.createDirectory(directory.resolve("small"));
    Process mount =
        new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=3m", "none", small.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(mount.getInputStream().readAllBytes());
    Assumptions.assumeTrue(mount.waitFor() == 0, "no file system of 3 MB: " + said);
    try {
      try (OutputStore store = Arenas.store(small, 64 << 20)) {
        for (int id = 0; id < 4; id++) {
          Path spill = directory.resolve("spill-" + id);
          Arenas.write(store, 1, id, spill, 2_000_000);
          assertThat(Arenas.read(store.view(1, id, 0, 1)))
              .isEqualTo(Arenas.bytes(id * 1000, 2_000_000));
        }
        assertThat(store.arena().usage().failure()).contains("No space");
      }
      assertThat(small).isEmptyDirectory();
    } finally {
      new ProcessBuilder("umount", "--lazy", small.toString()).start().waitFor();
    }
  }
}
