package dev.uncork.workloads.checker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.workloads.checker.log.LogPart;
import dev.uncork.workloads.checker.model.Bakery;
import dev.uncork.workloads.checker.model.DiningPhilosophers;
import dev.uncork.workloads.checker.model.Model;
import dev.uncork.workloads.checker.model.SequentialReference;
import dev.uncork.workloads.checker.model.TwoPhaseCommit;
import dev.uncork.workloads.checker.queue.QueuePart;
import dev.uncork.workloads.checker.queue.StateQueue;
import dev.uncork.workloads.checker.set.FingerprintSet;
import dev.uncork.workloads.checker.set.SetPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class ModelCheckerTest {
  @TempDir Path directory;

  private static CheckResult check(CheckConfig config)
      throws CheckFailedException, InterruptedException {
    return new ModelChecker(config, progress -> {}).modelCheck();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void everyCombinationOfPartsFindsAllStates(int workers) throws Exception {
    checkEveryCombination(workers);
  }

  @DefaultTier
  @ParameterizedTest
  @ValueSource(ints = {8, 64})
  void manyWorkersFindAllStatesByEveryCombinationOfParts(int workers) throws Exception {
    checkEveryCombination(workers);
  }

  private void checkEveryCombination(int workers) throws Exception {
    Model model = new TwoPhaseCommit(3);
    CheckConfig base = CheckConfig.naive(model, workers, directory).withStatesInMemory(20);
    assertThat(base.everyCombination()).hasSize(400).doesNotHaveDuplicates();
    for (CheckConfig config : base.everyCombination()) {
      CheckResult result = check(config);

      assertThat(result.ok()).as("%s", config).isTrue();
      assertThat(result.distinctStates()).as("%s", config).isEqualTo(288);
      assertThat(result.generatedStates()).as("%s", config).isEqualTo(1146);
      assertThat(result.nearestDistance()).as("%s", config).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyQueueFindsALargeSpaceWithManyWorkers(QueuePart queue) throws Exception {
    CheckResult result =
        check(
            CheckConfig.naive(new DiningPhilosophers(8), 8, directory)
                .withStatesInMemory(1_000)
                .with(CounterPart.ADDER, SetPart.MULTI, queue, EndPhase.PARALLEL, LogPart.QUIET));

    assertThat(result.distinctStates()).isEqualTo(103_682);
    assertThat(result.ok()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.workloads.checker.BrokenModels#all")
  void mistakeIsFoundWithAShortestTrace(Model model, String property) throws Exception {
    CheckResult result = check(CheckConfig.naive(model, 4, directory));

    assertThat(SequentialReference.explore(model).firstError()).hasValue(property);
    assertThat(result.ok()).isFalse();
    assertThat(result.error()).isNotNull();
    assertThat(result.error().property()).isEqualTo(property);
    assertIsTrace(model, property, TraceSearch.shortestError(model));
  }

  private static void assertIsTrace(Model model, String property, List<TraceSearch.Step> steps) {
    assertThat(model.initialStates())
        .anyMatch(s -> java.util.Arrays.equals(s, steps.get(0).state()));
    for (int i = 1; i < steps.size(); i++) {
      List<byte[]> next = new ArrayList<>();
      for (int action = 0; action < model.actionCount(); action++) {
        if (model.actionName(action).equals(steps.get(i).action())) {
          model.successors(steps.get(i - 1).state(), action, next::add);
        }
      }
      assertThat(next).as("step %d", i).contains(steps.get(i).state());
    }
    byte[] last = steps.get(steps.size() - 1).state();
    if (!property.equals("deadlock")) {
      assertThat(model.violatedInvariant(last)).isEqualTo(property);
    }
  }

  @ParameterizedTest
  @EnumSource
  void failureOfAWorkerEndsTheRunAndIsReported(QueuePart queue) {
    CheckConfig config =
        CheckConfig.naive(BrokenModels.throwsHalfway(), 8, directory)
            .with(CounterPart.ATOMIC, SetPart.SYNCHRONIZED, queue, EndPhase.SERIAL, LogPart.QUIET);

    assertThatThrownBy(() -> check(config))
        .isInstanceOf(CheckFailedException.class)
        .hasMessageContaining("worker-")
        .hasMessageContaining("no successors of a committed state");
  }

  @Test
  void logGrowsWithTheStatesUpToItsLimit() throws Exception {
    CheckConfig config = CheckConfig.naive(new Bakery(2, 4), 2, directory);
    CheckResult whole = check(config);
    Path log = directory.resolve("states.log");

    assertThat(Files.size(log)).isEqualTo(whole.logBytes());
    assertThat(Files.readAllLines(log)).hasSize((int) whole.distinctStates());

    CheckConfig limited =
        new CheckConfig(
            config.model(),
            2,
            config.counter(),
            config.set(),
            1,
            config.queue(),
            config.endPhase(),
            LogPart.FULL,
            5_000,
            directory,
            Duration.ZERO,
            null,
            1);
    assertThat(check(limited).ok()).isTrue();
    assertThat(Files.size(log)).isBetween(4_500L, 5_000L);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CHUNKED_DISK") // RecoveryTest
  @Timeout(120)
  void runGoesOnFromACheckpointTakenInTheMiddle(QueuePart queue) throws Exception {
    Model model = new DiningPhilosophers(8);
    Path checkpoint = directory.resolve("checkpoint.chk");
    CheckResult first = check(withCheckpoints(model, queue, null));
    while (!Files.exists(checkpoint)) { // a busy machine may end the run before its first one
      first = check(withCheckpoints(model, queue, null));
    }

    FingerprintSet found = SetPart.SYNCHRONIZED.create(1);
    StateQueue left = QueuePart.ONE_LOCK.create(QueuePart.Options.of(1, directory));
    long generated = Checkpoint.read(checkpoint, model.name(), found, left);
    assertThat(left.size()).isPositive();
    assertThat(generated).isLessThan(first.generatedStates());

    CheckResult second = check(withCheckpoints(model, queue, checkpoint));
    assertThat(second.ok()).isTrue();
    assertThat(second.distinctStates()).isEqualTo(first.distinctStates());
    assertThat(second.generatedStates()).isEqualTo(first.generatedStates());
  }

  private CheckConfig withCheckpoints(Model model, QueuePart queue, Path recoverFrom) {
    return new CheckConfig(
        model,
        8,
        CounterPart.SYNCHRONIZED,
        SetPart.SYNCHRONIZED,
        1,
        queue,
        EndPhase.SERIAL,
        LogPart.QUIET,
        0,
        directory,
        Duration.ofMillis(20),
        recoverFrom,
        1);
  }

  @Test
  void foreignAndTruncatedCheckpointsAreRefused() throws IOException {
    Path file = Files.write(directory.resolve("short"), new byte[] {1, 2, 3});
    assertThatThrownBy(() -> check(withCheckpoints(new Bakery(2, 4), QueuePart.DISK, file)))
        .isInstanceOf(CheckFailedException.class)
        .hasMessageContaining("truncated");

    Path foreign = Files.write(directory.resolve("foreign"), new byte[100]);
    assertThatThrownBy(() -> check(withCheckpoints(new Bakery(2, 4), QueuePart.DISK, foreign)))
        .isInstanceOf(CheckFailedException.class)
        .hasMessageContaining("not a checkpoint");
  }

  @Test
  void missingStatesMakeTheRunWrong() throws Exception {
    Model lazy =
        new TwoPhaseCommit(3) {
          @Override
          public int actionCount() {
            return super.actionCount() - 1;
          }
        };

    CheckResult result = check(CheckConfig.naive(lazy, 2, directory));

    assertThat(result.error()).isNull();
    assertThat(result.ok()).isFalse();
  }
}
