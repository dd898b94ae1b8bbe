package dev.uncork.workloads.checker;

import dev.uncork.workloads.checker.log.LogPart;
import dev.uncork.workloads.checker.model.DiningPhilosophers;
import dev.uncork.workloads.checker.model.Model;
import dev.uncork.workloads.checker.queue.QueuePart;
import dev.uncork.workloads.checker.set.SetPart;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A model checker whose queue is nearly all on disk and that makes a checkpoint after the other, to
 * be killed by its parent: arguments directory and, to go on from its checkpoint, {@code recover}.
 */
final class RecoveryChild {
  static final Model MODEL = new DiningPhilosophers(9);

  private RecoveryChild() {}

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    Path recoverFrom = args.length > 1 ? directory.resolve("frontier") : null;
    CheckResult result = new ModelChecker(config(directory, recoverFrom), p -> {}).modelCheck();
    System.out.printf(
        "DONE %b %d %d%n", result.ok(), result.distinctStates(), result.generatedStates());
  }

  static CheckConfig config(Path directory, @Nullable Path recoverFrom) {
    return CheckConfig.naive(MODEL, 4, directory)
        .with(
            CounterPart.STRIPED,
            SetPart.LOCK_FREE,
            QueuePart.CHUNKED_DISK,
            EndPhase.PARALLEL,
            LogPart.QUIET)
        .withStatesInMemory(500)
        .withCheckpoints(Duration.ofMillis(10), recoverFrom);
  }
}
