package dev.uncork.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What class files say of a lock decides whether the code of a program is changed. */
class ProgramClassFilesTest {
  @TempDir Path scratch;

  private static final class Tally {
    private long count;

    synchronized void add() {
      count++;
    }

    synchronized long count() {
      return count;
    }
  }

  private static final class Ledger {
    private long in;
    private long out;

    synchronized void move(long amount) {
      in += amount;
      out -= amount;
    }

    synchronized long sum() {
      return in + out;
    }
  }

  private final ProgramClassFiles files =
      new ProgramClassFiles(
          List.of(
              Path.of(
                  ProgramClassFilesTest.class
                      .getProtectionDomain()
                      .getCodeSource()
                      .getLocation()
                      .getPath()),
              Path.of("no-such.jar")));

  @Test
  void aCounterCountsAndALedgerDoesNot() {
    new Tally().add();
    assertThat(new Tally().count()).isZero();
    new Ledger().move(1);
    assertThat(new Ledger().sum()).isZero();
    assertThat(files.counts(Tally.class.getName())).isTrue();
    assertThat(files.counts(Ledger.class.getName())).isFalse();
    assertThat(files.canQueueBefore(Ledger.class.getName())).isTrue();
    assertThat(files.canQueueBefore(ProgramClassFilesTest.class.getName())).isFalse();
  }

  @Test
  void whatIsUnknownIsLeftAlone() {
    assertThat(files.counts("com.acme.Missing")).isFalse();
    assertThat(files.canQueueBefore("com.acme.Missing")).isFalse();
    assertThat(files.counts("java.util.Vector")).isFalse();
    assertThat(new ProgramClassFiles(List.of(scratch.resolve("x.jar"))).counts("A")).isFalse();
  }
}
