package dev.uncork.scaling.network;

import java.util.ArrayList;
import java.util.List;

/**
 * The locks of a workload as if waiters looked at them: for those whose waiters sleep, the constant
 * hand-off cost that comes to the same.
 *
 * <p>That cost depends on the time that threads spend elsewhere, which is work and the visits of
 * the other locks, whose length depends on their cost in turn; the two are brought together by
 * iteration.
 */
final class WokenLocks {
  private static final int STEPS = 40;
  private static final double CLOSE_ENOUGH = 1e-3;

  private final Workload workload;
  private final int threads;
  private final double[] handOffSeconds;
  private final double[] visitSeconds;

  WokenLocks(Workload workload, int threads) {
    this.workload = workload;
    this.threads = threads;
    int count = workload.locks().size();
    this.handOffSeconds = new double[count];
    this.visitSeconds = new double[count];
    for (int i = 0; i < count; i++) {
      LockDemand lock = workload.locks().get(i);
      handOffSeconds[i] = isSeen(lock) ? lock.handOff().seconds() : 0;
      visitSeconds[i] = lock.holdSeconds();
    }
  }

  private static boolean isSeen(LockDemand lock) {
    return lock.handOff().passing() == HandOff.Passing.SEEN;
  }

  Workload seen() {
    for (int i = 0; i < STEPS && step() > CLOSE_ENOUGH; i++) {}
    List<LockDemand> locks = new ArrayList<>();
    for (int i = 0; i < handOffSeconds.length; i++) {
      LockDemand lock = workload.locks().get(i);
      locks.add(isSeen(lock) ? lock : lock.with(HandOff.seen(handOffSeconds[i])));
    }
    return workload.with(locks);
  }

  /** One round over all locks; returns how far a visit's length changed, as a share. */
  private double step() {
    double change = 0;
    for (int i = 0; i < handOffSeconds.length; i++) {
      LockDemand lock = workload.locks().get(i);
      if (lock.visits() == 0) {
        continue;
      }
      double outside = outsideSeconds(i);
      if (!isSeen(lock)) {
        handOffSeconds[i] =
            WokenLock.equivalentSeconds(lock.holdSeconds(), outside, lock.handOff(), threads);
      }
      double visit =
          WokenLock.visitSeconds(lock.holdSeconds(), outside, handOffSeconds[i], threads);
      // Half the way: two locks that push threads to each other would swing for ever.
      double next = (visit + visitSeconds[i]) / 2;
      change = Math.max(change, Math.abs(next - visitSeconds[i]) / visit);
      visitSeconds[i] = next;
    }
    return handOffSeconds.length == 1 && workload.locks().get(0).stripes() == 1 ? 0 : change;
  }

  /** Between two visits of the same stripe of a lock. */
  private double outsideSeconds(int own) {
    double perOperation = workload.cpuSeconds() + workload.delaySeconds();
    for (int i = 0; i < visitSeconds.length; i++) {
      LockDemand lock = workload.locks().get(i);
      double elsewhere = i == own ? 1 - 1.0 / lock.stripes() : 1;
      perOperation += elsewhere * lock.visits() * visitSeconds[i];
    }
    LockDemand lock = workload.locks().get(own);
    return perOperation * lock.stripes() / lock.visits();
  }
}
