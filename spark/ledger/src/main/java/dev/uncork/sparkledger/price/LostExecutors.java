package dev.uncork.sparkledger.price;

import dev.uncork.sparkledger.ledger.RecordedTasks;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.model.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What executors cost that went while tasks ran on them, beyond these tasks: their slots are gone
 * until others come, whose first tasks load and compile everything once more, beside tasks that
 * share their hosts' cores.
 */
public final class LostExecutors {
  /** From the loss until another one has come ({@code begun}) and has ended a task. */
  private record Replacement(int executor, int slots, long from, long begun, long to) {}

  private final List<Executor> executors;
  private final List<Replacement> replacements = new ArrayList<>();

  /** Finds them. */
  public LostExecutors(RecordedTasks recorded) {
    executors = recorded.application().executors();
    Set<String> lost = lost(recorded.application().stages());
    List<Executor> losses =
        executors.stream()
            .filter(executor -> lost.contains(executor.id()))
            .filter(executor -> executor.removedBecause().isPresent())
            .sorted(Comparator.comparingLong(executor -> executor.span().endMillis()))
            .toList();
    Set<Integer> taken = new HashSet<>();
    for (Executor loss : losses) {
      long from = loss.span().endMillis();
      for (int i = 0; i < executors.size(); i++) {
        long begun = executors.get(i).span().startMillis();
        if (begun >= from && taken.add(i)) {
          long to = Math.max(begun, firstEnd(recorded.stages(), i));
          replacements.add(new Replacement(i, loss.slots(), from, begun, to));
          break;
        }
      }
    }
  }

  private static Set<String> lost(List<Stage> stages) {
    Set<String> lost = new HashSet<>();
    for (Stage stage : stages) {
      for (Task task : stage.tasks()) {
        if (task.outcome() == Task.Outcome.LOST) {
          lost.add(task.key().executor());
        }
      }
    }
    return lost;
  }

  private static long firstEnd(List<StageTasks> stages, int executor) {
    long first = Long.MAX_VALUE;
    for (StageTasks tasks : stages) {
      for (int i = 0; i < tasks.count(); i++) {
        first = tasks.executor(i) == executor ? Math.min(first, tasks.end(i)) : first;
      }
    }
    return first == Long.MAX_VALUE ? -1 : first;
  }

  /** In which slots were gone. */
  public double missingSlotSeconds() {
    double millis = 0;
    for (Replacement each : replacements) {
      millis += (double) each.slots * (each.begun - each.from);
    }
    return millis / 1000;
  }

  /** Whether a task is one of those with which an executor begins that came for another. */
  public boolean isFirst(StageTasks tasks, int task) {
    return replacements.stream()
        .anyMatch(each -> tasks.executor(task) == each.executor && tasks.start(task) < each.to);
  }

  /** Whether it ran on the same host while one began. */
  public boolean isBeside(StageTasks tasks, int task) {
    return replacements.stream()
        .anyMatch(
            each ->
                tasks.start(task) < each.to
                    && tasks.end(task) > each.from
                    && tasks.executor(task) >= 0
                    && host(tasks.executor(task)).equals(host(each.executor)));
  }

  private String host(int executor) {
    return executors.get(executor).host();
  }
}
