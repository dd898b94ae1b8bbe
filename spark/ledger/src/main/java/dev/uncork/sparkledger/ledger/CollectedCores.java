package dev.uncork.sparkledger.ledger;

import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.model.Task;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether it is an executor's own collectors that have the cores which its tasks wait for.
 *
 * <p>All that runs on a machine beside an executor's tasks takes cores from them, in proportion to
 * its CPU time. Collectors that stop the tasks take none from them meanwhile: they are thought to
 * use a core then for each task.
 */
final class CollectedCores {
  private CollectedCores() {}

  /** The share of that time by the executor's index, of those where it is known. */
  static Map<Integer, Double> shares(Application application, Map<String, Integer> indexes) {
    List<Executor> executors = application.executors();
    if (executors.stream().allMatch(executor -> collectors(executor) == 0)) {
      return Map.of();
    }
    double[] worked = new double[executors.size()];
    double[] stopped = new double[executors.size()];
    for (Stage stage : application.stages()) {
      for (Task task : stage.tasks()) {
        int index = indexes.getOrDefault(task.key().executor(), -1);
        if (index >= 0) {
          worked[index] += task.times().cpu() + task.times().deserializeCpu();
          stopped[index] += task.times().gc();
        }
      }
    }
    Map<Integer, Double> shares = new HashMap<>();
    for (int i = 0; i < executors.size(); i++) {
      Executor executor = executors.get(i);
      double millis = executor.span().millis();
      double beside = collectors(executor) * millis - stopped[i];
      double all = machine(executor) * millis - worked[i] - stopped[i];
      if (beside > 0) {
        shares.put(i, Math.min(1, beside / Math.max(beside, all)));
      }
    }
    return shares;
  }

  /** Where the machine's use is unknown, so is the share. */
  private static double collectors(Executor executor) {
    return machine(executor) == 0 ? 0 : executor.used().map(Executor.Used::collectors).orElse(0.0);
  }

  private static double machine(Executor executor) {
    return executor.used().map(Executor.Used::machine).orElse(0.0);
  }
}
