package dev.uncork.sparkledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.sparkledger.MadeApplication.Work;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.RecordedTasks;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.Span;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.model.Task;
import dev.uncork.sparkledger.price.LostExecutors;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An executor goes in the middle of a task, and another one comes in its place. */
class LostExecutorsTest {
  private static final long LOST = 20_000;
  private static final long COME = 25_000;
  private static final long WARM = 28_000;
  private static final long END = 40_000;

  @Test
  void anExecutorThatGoesCostsItsTaskItsSlotAndTheStartOfAnother() {
    SparkDiagnosis diagnosis = SparkDiagnosis.of(application("1"));

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.FAILED_TASKS);
    // A second of the attempt, five of the slot, two more of the first task: of two slots.
    assertThat(diagnosis.verdict().gain().seconds()).isCloseTo(0.9 * 4, within(0.6));
    assertThat(diagnosis.others())
        .extracting(SparkFinding::kind)
        .doesNotContain(SparkKind.WAITING_FOR_EXECUTORS);
  }

  @Test
  void ofTwoThatGoAtOnceEachCostsItsSlot() {
    assertThat(missing("1")).isEqualTo((COME - LOST) / 1e3);
    assertThat(missing("1", "3")).isEqualTo(2 * (COME - LOST) / 1e3);
  }

  private static double missing(String... lost) {
    return new LostExecutors(RecordedTasks.of(application(lost))).missingSlotSeconds();
  }

  /** Each of the lost has another one in its place, whose name is the next number. */
  private static Application application(String... lost) {
    Application made =
        new MadeApplication(2, 1).job(List.of(Work.cpu(END - 3_000), Work.cpu(1_000))).build();
    Stage stage = made.stages().get(0);
    Task like = stage.tasks().get(1);
    List<Task> tasks = new ArrayList<>();
    for (long at = 3_000; at < END; at += 1_000) {
      tasks.add(task(like, "0", at, at + 1_000, Task.Outcome.SUCCEEDED));
      for (String one : lost) {
        if (at < LOST || at >= WARM) {
          boolean last = at == LOST - 1_000;
          Task.Outcome outcome = last ? Task.Outcome.LOST : Task.Outcome.SUCCEEDED;
          tasks.add(task(like, at < LOST ? one : next(one), at, at + 1_000, outcome));
        }
      }
    }
    Executor first = made.executors().get(0);
    List<Executor> executors = new ArrayList<>(List.of(first));
    for (String one : lost) {
      tasks.add(task(like, next(one), COME, WARM, Task.Outcome.SUCCEEDED));
      Span after = new Span(COME, made.span().endMillis());
      executors.add(
          executor(first, one, new Span(2_000, LOST), Optional.of("exited with code 139")));
      executors.add(executor(first, next(one), after, Optional.empty()));
    }
    return new Application(
        made.identity(),
        made.driver(),
        made.span(),
        true,
        made.settings(),
        executors,
        made.jobs(),
        List.of(
            new Stage(
                stage.key(),
                stage.callSite(),
                stage.operators(),
                stage.rdds(),
                stage.parents(),
                stage.span(),
                stage.failure(),
                tasks.size() - 1,
                tasks)),
        made.queries());
  }

  private static String next(String executor) {
    return Integer.toString(Integer.parseInt(executor) + 1);
  }

  private static Task task(Task like, String executor, long from, long to, Task.Outcome outcome) {
    Task.Failure gone = new Task.Failure("ExecutorLostFailure", "code 139", Optional.empty());
    boolean lost = outcome == Task.Outcome.LOST;
    return new Task(
        new Task.Key(0, 0, executor, false, "ANY"),
        outcome,
        lost ? Optional.of(gone) : Optional.empty(),
        new Span(from, to),
        lost ? Task.Times.NONE : Work.run(to - from, to - from, 0, 0),
        like.volumes());
  }

  private static Executor executor(
      Executor like, String id, Span span, Optional<String> removedBecause) {
    return new Executor(
        id,
        "host" + id,
        like.slots(),
        span,
        removedBecause,
        like.peaks(),
        like.blocked(),
        like.waits(),
        like.queuedMillis(),
        like.used(),
        like.excluded());
  }
}
