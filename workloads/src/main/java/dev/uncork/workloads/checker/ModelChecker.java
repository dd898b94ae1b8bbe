package dev.uncork.workloads.checker;

import dev.uncork.workloads.checker.log.StateLog;
import dev.uncork.workloads.checker.model.KnownCounts;
import dev.uncork.workloads.checker.model.Model;
import dev.uncork.workloads.checker.queue.DurableQueue;
import dev.uncork.workloads.checker.queue.StateQueue;
import dev.uncork.workloads.checker.set.FingerprintSet;
import dev.uncork.workloads.checker.set.NearestDistance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A breadth-first exploration of a model's states by several workers, with the parts that a {@link
 * CheckConfig} names.
 *
 * <p>Its own monitor guards the count of generated states and nothing else: that is the first hot
 * lock of the 45x journey, and {@link CounterPart} has what replaces it. One object is one run.
 */
public final class ModelChecker implements Counter {
  private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final CheckConfig config;
  private final Consumer<Progress> progressSink;
  private final AtomicReference<CheckResult.@Nullable ModelError> error = new AtomicReference<>();
  private final AtomicReference<@Nullable CheckFailedException> failure = new AtomicReference<>();
  private volatile @Nullable Parts parts;
  private volatile long startNanos;
  private long numOfGenStates;

  /** A run that tells the sink once a second how far it is. */
  public ModelChecker(CheckConfig config, Consumer<Progress> progressSink) {
    this.config = config;
    this.progressSink = progressSink;
  }

  /** The parts that the workers share. */
  record Parts(
      Counter counter, FingerprintSet set, StateQueue queue, StateLog log, PauseGate gate) {}

  /** How far a run is: totals, and states generated per second since the last time. */
  public record Progress(
      long statesPerSecond, long generatedStates, long distinctStates, long queuedStates) {}

  @Override
  public synchronized void incGenStates(int count) {
    numOfGenStates += count;
  }

  @Override
  public synchronized long genStates() {
    return numOfGenStates;
  }

  /**
   * Explores all states and checks the fingerprints.
   *
   * @throws CheckFailedException if a worker failed, a checkpoint can't be used, or the counter
   *     disagrees with the workers
   */
  public CheckResult modelCheck() throws CheckFailedException, InterruptedException {
    Model model = config.model();
    startNanos = System.nanoTime();
    try (StateLog log = config.log().create(config.directory(), config.logLimitBytes());
        StateQueue queue = config.queue().create(config.queueOptions())) {
      Parts shared =
          new Parts(
              config.counter().create(this),
              config.set().create(config.stripes()),
              queue,
              log,
              new PauseGate(config.workers()));
      parts = shared;
      long generatedBefore = begin(model, shared);
      explore(model, shared, generatedBefore);
      double exploreSeconds = secondsSince(startNanos);
      long endPhaseStart = System.nanoTime();
      long nearest =
          error.get() == null
              ? config.endPhase().nearestDistance(shared.set())
              : NearestDistance.NONE;
      return new CheckResult(
          shared.set().size(),
          shared.counter().genStates(),
          log.sizeBytes(),
          exploreSeconds,
          secondsSince(endPhaseStart),
          nearest,
          KnownCounts.distinctStates(model),
          error.get());
    } catch (UncheckedIOException e) {
      throw new CheckFailedException(e.getMessage() + ": " + e.getCause(), e);
    }
  }

  private long begin(Model model, Parts shared) throws CheckFailedException {
    if (config.recoverFrom() != null) {
      long generated;
      try {
        DurableQueue durable = shared.queue().durable();
        Path own = durable == null ? null : durable.recovered();
        generated =
            own == null
                ? Checkpoint.read(config.recoverFrom(), model.name(), shared.set(), shared.queue())
                : Checkpoint.readFound(own, model.name(), shared.set());
      } catch (IOException e) {
        throw new CheckFailedException("can't read the checkpoint: " + e, e);
      }
      add(shared.counter(), generated);
      return generated;
    }
    List<byte[]> starts = model.initialStates();
    for (byte[] state : starts) {
      long fingerprint = StateFingerprint.of(state);
      if (shared.set().put(fingerprint)) {
        shared.log().writeState(model, 0, 0, -1, fingerprint, state);
        shared.queue().enqueue(state);
      }
    }
    add(shared.counter(), starts.size());
    return starts.size();
  }

  private static void add(Counter counter, long count) {
    for (long left = count; left > 0; left -= Integer.MAX_VALUE) {
      counter.incGenStates((int) Math.min(left, Integer.MAX_VALUE));
    }
  }

  private void explore(Model model, Parts shared, long generatedBefore)
      throws CheckFailedException, InterruptedException {
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < config.workers(); i++) {
      workers.add(new Worker(i, this, shared, model));
    }
    workers.forEach(Worker::start);
    try {
      attend(workers, shared);
    } finally {
      shared.queue().finishAll(); // does something only if this thread failed or was interrupted
      shared.gate().open();
    }
    CheckFailedException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
    long generated = generatedBefore + workers.stream().mapToLong(Worker::generated).sum();
    if (generated != shared.counter().genStates()) {
      throw new CheckFailedException(
          "the counter says "
              + shared.counter().genStates()
              + " generated states, the workers counted "
              + generated);
    }
  }

  /** Reports progress and takes checkpoints until all workers have ended. */
  private void attend(List<Worker> workers, Parts shared)
      throws InterruptedException, CheckFailedException {
    long checkpointNanos = config.checkpointInterval().toNanos();
    long lastCheckpoint = System.nanoTime();
    long reported = shared.counter().genStates();
    long lastReport = System.nanoTime();
    for (Worker worker : workers) {
      while (worker.isAlive()) {
        long now = System.nanoTime();
        if (now - lastReport >= PROGRESS_NANOS) {
          long generated = shared.counter().genStates();
          long rate = (long) ((generated - reported) * 1e9 / (now - lastReport));
          progressSink.accept(
              new Progress(rate, generated, shared.set().size(), shared.queue().size()));
          reported = generated;
          lastReport = now;
        }
        if (checkpointNanos > 0 && now - lastCheckpoint >= checkpointNanos) {
          checkpoint(workers, shared);
          lastCheckpoint = System.nanoTime();
        }
        long waitNanos = PROGRESS_NANOS - (now - lastReport);
        if (checkpointNanos > 0) {
          waitNanos = Math.min(waitNanos, checkpointNanos - (now - lastCheckpoint));
        }
        worker.join(Math.max(1, waitNanos / 1_000_000));
      }
    }
  }

  private void checkpoint(List<Worker> workers, Parts shared)
      throws InterruptedException, CheckFailedException {
    DurableQueue durable = shared.queue().durable();
    if (durable != null) {
      checkpoint(durable, shared);
      return;
    }
    try {
      List<byte[]> inHand =
          shared.gate().close(shared.queue(), () -> isStopped() || !anyAlive(workers));
      if (inHand == null) {
        return;
      }
      Checkpoint.write(
          config.directory(),
          config.model().name(),
          shared.counter().genStates(),
          shared.set(),
          shared.queue(),
          inHand);
    } catch (IOException e) {
      throw new CheckFailedException("can't write a checkpoint: " + e, e);
    } finally {
      shared.gate().open();
    }
  }

  private void checkpoint(DurableQueue durable, Parts shared)
      throws InterruptedException, CheckFailedException {
    try {
      durable.checkpoint(
          out ->
              Checkpoint.writeFound(
                  out, config.model().name(), shared.counter().genStates(), shared.set()));
    } catch (IOException e) {
      throw new CheckFailedException("can't write a checkpoint: " + e, e);
    }
  }

  private boolean isStopped() {
    return error.get() != null || failure.get() != null;
  }

  private static boolean anyAlive(List<Worker> workers) {
    return workers.stream().anyMatch(Worker::isAlive);
  }

  /** How far the run is, with the rate since its start; for a summary when it is interrupted. */
  public Progress soFar() {
    Parts shared = parts;
    if (shared == null) {
      return new Progress(0, 0, 0, 0);
    }
    long generated = shared.counter().genStates();
    return new Progress(
        (long) (generated / secondsSince(startNanos)),
        generated,
        shared.set().size(),
        shared.queue().size());
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }

  /** Ends the run because the model is wrong; the first error counts. */
  void stop(CheckResult.ModelError found) {
    error.compareAndSet(null, found);
    finish();
  }

  /** Ends the run because a worker failed; the first failure counts. */
  void stop(Worker worker, Throwable cause) {
    failure.compareAndSet(
        null, new CheckFailedException(worker.getName() + " failed: " + cause, cause));
    finish();
  }

  private void finish() {
    Parts shared = parts;
    if (shared != null) {
      shared.queue().finishAll();
    }
  }
}
