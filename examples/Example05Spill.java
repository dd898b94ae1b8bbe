import dev.uncork.concurrent.ChunkedWorklist;
import dev.uncork.concurrent.UnitCodec;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Trap: a frontier larger than memory, in a queue on disk behind one lock. Wrong: to save the queue
 * and what was found at two different moments, so that after a crash work is lost or done twice.
 * Right: a worklist that spills, whose checkpoint holds every worker between two units and writes
 * both.
 *
 * <p>Expected output:
 *
 * <pre>
 * checkpoint after 1000 of 100000 units
 * the crash came after 5000 more
 * recovered 99000 units and the sum 499500
 * sum of all: 4999950000
 * </pre>
 */
public final class Example05Spill {
  private static final long UNITS = 100_000;
  private static final long BEFORE_CHECKPOINT = 1_000;
  private static final long BEFORE_CRASH = 5_000;

  private Example05Spill() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("example05");
    try {
      runUntilCrash(directory);
      resume(directory);
    } finally {
      deleteAll(directory);
    }
  }

  private static ChunkedWorklist.Builder<Long> options(Path directory) {
    return ChunkedWorklist.<Long>builder().spill(directory, UnitCodec.longs(), 10_000);
  }

  private static void runUntilCrash(Path directory) throws IOException, InterruptedException {
    try (ChunkedWorklist<Long> list = options(directory).build()) {
      for (long unit = 0; unit < UNITS; unit++) {
        list.put(unit); // nine in ten of them go to disk
      }
      long sum;
      try (ChunkedWorklist.Worker<Long> worker = list.worker()) {
        sum = sumOf(worker, BEFORE_CHECKPOINT);
      }
      list.checkpoint(out -> new DataOutputStream(out).writeLong(sum));
      System.out.println("checkpoint after " + BEFORE_CHECKPOINT + " of " + UNITS + " units");
      try (ChunkedWorklist.Worker<Long> worker = list.worker()) {
        sumOf(worker, BEFORE_CRASH); // lost, and taken again later
      }
      System.out.println("the crash came after " + BEFORE_CRASH + " more");
    }
  }

  private static void resume(Path directory) throws IOException, InterruptedException {
    try (ChunkedWorklist<Long> list = options(directory).recover().build()) {
      long sum;
      try (DataInputStream in =
          new DataInputStream(Files.newInputStream(list.recoveredAttachment()))) {
        sum = in.readLong();
      }
      System.out.println("recovered " + list.size() + " units and the sum " + sum);
      try (ChunkedWorklist.Worker<Long> worker = list.worker()) {
        System.out.println("sum of all: " + (sum + sumOf(worker, UNITS)));
      }
    }
  }

  /** The sum of so many units, or of all that are left. */
  private static long sumOf(ChunkedWorklist.Worker<Long> worker, long most)
      throws InterruptedException {
    long sum = 0;
    for (long i = 0; i < most; i++) {
      Long unit = worker.take();
      if (unit == null) {
        break;
      }
      sum += unit;
    }
    return sum;
  }

  private static void deleteAll(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
