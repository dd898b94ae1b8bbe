package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.ledger.Charge.Key;
import dev.uncork.diagnosis.ledger.Charge.Way;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.StackReading;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.ThreadSample.Blocker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Locks and permits for which virtual threads wait.
 *
 * <p>Of virtual threads, of which there may be very many, only some are looked at. But each of
 * their blocked acquires is counted, in the second in which it ended: where there are such counts,
 * they stand for the looks.
 */
final class VirtualLocks {
  private static final String SEMAPHORE = "java.util.concurrent.Semaphore";

  private final List<List<Charge>> bySecond = new ArrayList<>();
  private final StackReading reading;

  VirtualLocks(List<LockUse> locks, StackReading reading, Seconds seconds) {
    this.reading = reading;
    for (int s = 0; s < seconds.count(); s++) {
      bySecond.add(new ArrayList<>());
    }
    for (LockUse lock : locks) {
      double share = virtualShare(lock);
      if (share > 0) {
        Doing doing = reading.of(waiter(lock));
        for (LockUse.LockSecond second : lock.seconds()) {
          if (second.second() < seconds.count()) {
            double threads = share * second.acquireNanos() / 1e9 / seconds.length(second.second());
            bySecond.get(second.second()).add(charge(lock, doing, threads));
          }
        }
      }
    }
  }

  /** What they wait for in a second, each charge with the average number of threads. */
  List<Charge> at(int second) {
    return bySecond.get(second);
  }

  /** The threads of a moment in that second without those that {@link #at} tells of. */
  Snapshot rest(int second, Snapshot moment) {
    if (bySecond.get(second).isEmpty()) {
      return moment;
    }
    List<ThreadSample> rest =
        moment.threads().stream()
            .filter(thread -> !(thread.isVirtual() && isCounted(reading.of(thread))))
            .toList();
    return new Snapshot(moment.atMillis(), rest, moment.pools());
  }

  private static boolean isCounted(Doing doing) {
    return doing.activity() == Activity.LOCK
        || doing.activity() == Activity.PERMIT && doing.object().equals(SEMAPHORE);
  }

  private static Charge charge(LockUse lock, Doing doing, double threads) {
    boolean permit = doing.activity() == Activity.PERMIT;
    Key key =
        new Key(
            permit ? Way.PERMIT : Way.LOCK,
            doing.activity(),
            permit ? doing.object() : lock.id().lockClass(),
            doing.method());
    return new Charge(key, threads, doing, threads, Set.of(), List.of(), Map.of());
  }

  /** Of the time for which threads were blocked at it, that of virtual ones. */
  private static double virtualShare(LockUse lock) {
    long all = 0;
    long virtual = 0;
    for (LockStack stack : lock.waiters()) {
      all += stack.waitNanos();
      virtual += isVirtual(stack.frames()) ? stack.waitNanos() : 0;
    }
    return all == 0 ? 0 : (double) virtual / all;
  }

  private static ThreadSample waiter(LockUse lock) {
    LockStack longest =
        lock.waiters().stream()
            .filter(stack -> isVirtual(stack.frames()))
            .findFirst()
            .orElseThrow();
    return new ThreadSample(
        0,
        longest.threadName(),
        Thread.State.WAITING,
        0,
        1,
        longest.frames(),
        new Blocker(lock.id().lockClass(), 0, -1),
        0);
  }

  private static boolean isVirtual(List<Frame> stack) {
    return stack.stream().anyMatch(frame -> frame.className().equals(ThreadSample.VIRTUAL));
  }
}
