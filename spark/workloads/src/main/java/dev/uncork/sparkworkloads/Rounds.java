package dev.uncork.sparkworkloads;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.MapOutputTrackerMaster;
import org.apache.spark.SparkEnv;
import picocli.CommandLine.Option;

/** The rounds of a workload: a number of them, or one for each line that somebody else writes. */
final class Rounds {
  private static final String CLEAN = "clean";
  private static final long PATIENCE_SECONDS = 30;
  private static final long POLL_NANOS = 5_000_000;

  @Option(
      names = "--serve",
      description =
          "Read lines; run a round for each and print what it took as JSON. A line \"clean\" has"
              + " Spark remove what earlier rounds have shuffled.")
  private boolean serve;

  private int shufflesAtStart;

  private final BufferedReader input =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

  /** Whether a round, counted from 1, is to be run; waits until that is known. */
  boolean next(int round, int rounds) throws IOException {
    if (!serve) {
      return round <= rounds;
    }
    if (round == 1) {
      shufflesAtStart = shuffles();
      System.out.println("READY");
    }
    String line = input.readLine();
    while (CLEAN.equals(line)) {
      clean();
      System.out.println("CLEAN");
      line = input.readLine();
    }
    return line != null;
  }

  /** Spark forgets a shuffle when the driver's collector has found that nobody can read it. */
  private void clean() {
    System.gc();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (shuffles() > shufflesAtStart) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            shuffles() + " shuffles are still known to Spark; expected " + shufflesAtStart);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private static int shuffles() {
    return ((MapOutputTrackerMaster) SparkEnv.get().mapOutputTracker()).shuffleStatuses().size();
  }

  /** Tells what a round took. */
  void ran(ObjectNode run) {
    if (serve) {
      System.out.println("RUN " + run);
    }
  }
}
