package dev.uncork.workloads.checker;

import dev.uncork.workloads.checker.log.LogPart;
import dev.uncork.workloads.checker.model.Model;
import dev.uncork.workloads.checker.queue.QueuePart;
import dev.uncork.workloads.checker.set.SetPart;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to check and with which parts.
 *
 * @param directory an existing directory for the log, the queue's pages and the checkpoint
 * @param checkpointInterval time between checkpoints; zero for none
 * @param recoverFrom a checkpoint of an earlier run of the same model to go on from: a file, or the
 *     directory of a queue that writes its own
 * @param statesInMemory how many states a queue on disk keeps in memory
 */
public record CheckConfig(
    Model model,
    int workers,
    CounterPart counter,
    SetPart set,
    int stripes,
    QueuePart queue,
    EndPhase endPhase,
    LogPart log,
    long logLimitBytes,
    Path directory,
    Duration checkpointInterval,
    @Nullable Path recoverFrom,
    long statesInMemory) {
  static final long DEFAULT_STATES_IN_MEMORY = 1 << 20;

  /** The application as it was in 2006. */
  public static CheckConfig naive(Model model, int workers, Path directory) {
    return new CheckConfig(
        model,
        workers,
        CounterPart.SYNCHRONIZED,
        SetPart.SYNCHRONIZED,
        1024,
        QueuePart.ONE_LOCK,
        EndPhase.SERIAL,
        LogPart.FULL,
        1L << 30,
        directory,
        Duration.ZERO,
        null,
        DEFAULT_STATES_IN_MEMORY);
  }

  /** The same with these parts. */
  public CheckConfig with(
      CounterPart counter, SetPart set, QueuePart queue, EndPhase endPhase, LogPart log) {
    return new CheckConfig(
        model,
        workers,
        counter,
        set,
        stripes,
        queue,
        endPhase,
        log,
        logLimitBytes,
        directory,
        checkpointInterval,
        recoverFrom,
        statesInMemory);
  }

  /** The same with each combination of parts. */
  List<CheckConfig> everyCombination() {
    List<CheckConfig> all = new ArrayList<>();
    for (CounterPart otherCounter : CounterPart.values()) {
      for (SetPart otherSet : SetPart.values()) {
        for (QueuePart otherQueue : QueuePart.values()) {
          for (EndPhase otherEnd : EndPhase.values()) {
            for (LogPart otherLog : LogPart.values()) {
              all.add(with(otherCounter, otherSet, otherQueue, otherEnd, otherLog));
            }
          }
        }
      }
    }
    return all;
  }

  /** The same, with checkpoints, and beginning with one unless it is null. */
  public CheckConfig withCheckpoints(Duration interval, @Nullable Path from) {
    return new CheckConfig(
        model,
        workers,
        counter,
        set,
        stripes,
        queue,
        endPhase,
        log,
        logLimitBytes,
        directory,
        interval,
        from,
        statesInMemory);
  }

  /** The same, with so many states of a queue on disk in memory. */
  public CheckConfig withStatesInMemory(long states) {
    return new CheckConfig(
        model,
        workers,
        counter,
        set,
        stripes,
        queue,
        endPhase,
        log,
        logLimitBytes,
        directory,
        checkpointInterval,
        recoverFrom,
        states);
  }

  /** True if the checkpoint to go on from is the queue's own. */
  boolean recoversItsQueue() {
    return recoverFrom != null && Files.isDirectory(recoverFrom);
  }

  QueuePart.Options queueOptions() {
    return new QueuePart.Options(
        workers, directory, statesInMemory, recoversItsQueue() ? recoverFrom : null);
  }
}
