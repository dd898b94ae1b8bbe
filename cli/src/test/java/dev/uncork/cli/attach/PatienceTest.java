package dev.uncork.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A JVM is waited for as long as its threads lack cores to answer on, and no longer. */
@DefaultTier
@Timeout(60)
class PatienceTest {
  private final List<String> said = new ArrayList<>();

  /** Many threads that never pause, or none. */
  static final class Crowd {
    private static volatile long count;

    private Crowd() {}

    /**
     * Runs until it is killed.
     *
     * @param args how many threads for each core
     */
    public static void main(String[] args) throws Exception {
      int threads = Integer.parseInt(args[0]) * Runtime.getRuntime().availableProcessors();
      for (int i = 0; i < threads; i++) {
        new Thread(Crowd::spin).start();
      }
      System.out.println("here");
      Thread.currentThread().join();
    }

    private static void spin() {
      while (true) {
        count++;
      }
    }
  }

  private static Process crowd(int threadsPerCore) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Crowd.class.getName(),
                "" + threadsPerCore)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.inputReader().readLine()).isEqualTo("here");
    return process;
  }

  @Test
  void whereThreadsCrowdTheCoresItTakesLongerAndIsSaidOnce() throws Exception {
    Process crowd = crowd(12);
    try {
      Patience patience = new Patience(crowd.pid(), Duration.ZERO, said::add);
      while (patience.isOver()) {
        Thread.onSpinWait(); // The kernel counts a wait when it ends.
      }
      assertThat(patience.isOver()).isFalse();
      assertThat(patience.reason().orElseThrow()).contains("of its threads wait for a core");
      assertThat(said).singleElement().asString().contains("process " + crowd.pid() + " is slow");
    } finally {
      crowd.destroyForcibly().waitFor();
    }
  }

  @Test
  void aJvmThatHasCoresIsNotWaitedForAnyLonger() throws Exception {
    Process idle = crowd(0);
    try {
      assertThat(new Patience(idle.pid(), Duration.ZERO, said::add).isOver()).isTrue();
      assertThat(new Patience(idle.pid(), Duration.ofMinutes(1), said::add).isOver()).isFalse();
      assertThat(said).isEmpty();
    } finally {
      idle.destroyForcibly().waitFor();
    }
  }
}
