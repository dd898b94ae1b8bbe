package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.recording.Frame;
import dev.uncork.recording.ThreadSample;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What one thread did over the recording, look by look. */
final class ThreadHistory {
  /** CPU share from which on a thread runs without a pause. */
  private static final double SATURATED = 0.75;

  private static final double WATCHES = 0.9;
  private static final int MIN_LOOKS = 10;

  private static final int STUCK_LOOKS = 3;

  /** CPU share below which a thread that waits for a lock has not got it. */
  private static final double RECHECKS = 0.01;

  private static final class Busy {
    double cpu;
    double ready;
    double awaits;
    double looks;
  }

  /**
   * A thread that waits for others all the time only watches over them; so does one that looks
   * after something now and then.
   */
  private static final class Watch {
    int stayed;
    int looks;
    int polls;
    double cpu;

    void look(ThreadSample thread, Doing doing) {
      looks++;
      stayed += thread.cpuShare() == 0 ? 1 : 0;
      cpu += Math.max(0, thread.cpuShare());
      boolean own = doing.activity() == Activity.CONDITION || doing.activity() == Activity.BACKOFF;
      polls += own && thread.state() == Thread.State.TIMED_WAITING ? 1 : 0;
    }

    boolean always(boolean findsNothing) {
      boolean poller = polls == looks && (findsNothing || cpu < looks * Habits.POLLER);
      return looks >= MIN_LOOKS && (poller || stayed >= looks * WATCHES);
    }
  }

  /** For how many looks a thread has stood at the same place without running. */
  private static final class Stand {
    @Nullable List<Frame> stack;
    int looks;
    long since;
    final NavigableMap<Long, Long> times = new TreeMap<>();

    void look(ThreadSample thread, long atMillis) {
      boolean stood = thread.stack() == stack && thread.cpuShare() == 0;
      looks = stood ? looks + 1 : 0;
      since = stood ? since : atMillis;
      stack = thread.stack();
      if (looks >= STUCK_LOOKS) {
        times.put(since, atMillis);
      }
    }

    long millisAt(long atMillis) {
      Map.Entry<Long, Long> time = times.floorEntry(atMillis);
      return time != null && atMillis <= time.getValue() ? time.getValue() - time.getKey() : -1;
    }
  }

  /**
   * Since when a thread has waited for the same at the same place. It may have run a little: before
   * JDK 24 one of those at a monitor wakes up now and then to see whether it is forgotten.
   */
  private static final class Halt {
    long sinceMillis;
    int looks;

    void look(@Nullable Look before, ThreadSample thread, long atMillis) {
      boolean same = before != null && isSame(before.sample(), thread);
      looks = same ? looks + 1 : 0;
      sinceMillis = same ? sinceMillis : atMillis;
    }

    private static boolean isSame(ThreadSample before, ThreadSample thread) {
      return thread.cpuShare() < RECHECKS
          && thread.state() == before.state()
          && mayBeSame(thread.blocker(), before.blocker())
          && thread.stack().equals(before.stack());
    }

    /** What a thread waits for may be unknown at one look, when it changed hands meanwhile. */
    private static boolean mayBeSame(ThreadSample.Blocker one, ThreadSample.Blocker other) {
      return one.instance() == 0 || other.instance() == 0 || one.instance() == other.instance();
    }
  }

  /** What a thread does in most of the looks at which it runs. */
  private static final class Running {
    final Map<String, int[]> methods = new HashMap<>();
    @Nullable Doing mostly;
    int most;

    void look(Doing doing) {
      int count = ++methods.computeIfAbsent(doing.method(), key -> new int[1])[0];
      if (count >= most) {
        most = count;
        mostly = doing;
      }
    }
  }

  /** The thread at a moment. */
  record Look(ThreadSample sample, long atMillis) {}

  private final Map<Long, Busy> seconds = new HashMap<>();
  private final Watch watch = new Watch();
  private final Stand stand = new Stand();
  private final Halt halt = new Halt();
  private final Running running = new Running();
  private @Nullable Look last;

  void look(ThreadSample thread, Doing doing, long atMillis) {
    if (doing.activity() == Activity.RUNNING) {
      running.look(doing);
    }
    if (thread.cpuShare() >= 0 || thread.isVirtual()) {
      // Of virtual threads, those that wait are looked at in turns, and those that run always.
      double looks = thread.isVirtual() ? thread.weight() : 1;
      Busy sum = seconds.computeIfAbsent(atMillis / 1000, key -> new Busy());
      sum.cpu += Math.max(0, thread.cpuShare());
      sum.ready += doing.activity() == Activity.RUNNING ? looks : 0;
      sum.awaits += awaitsWork(doing) ? looks : 0;
      sum.looks += looks;
    }
    halt.look(last, thread, atMillis);
    stand.look(thread, atMillis);
    last = new Look(thread, atMillis);
  }

  /** Adds a look at which it waits for others. */
  void waits(ThreadSample thread, Doing doing) {
    watch.look(thread, doing);
  }

  /** The last look so far. */
  @Nullable Look last() {
    return last;
  }

  /**
   * Whether it used a core without a pause about that time, or would have: while it waits for the
   * end of what it gave to others, it goes on too.
   *
   * @param freeCore whether there was one to have: else those who are ready get what is left them
   */
  boolean saturated(long atMillis, boolean freeCore) {
    Busy sum = seconds.get(atMillis / 1000);
    double used = sum == null ? 0 : freeCore ? sum.cpu : Math.max(sum.cpu, sum.ready);
    return sum != null && (used + sum.awaits) / sum.looks >= SATURATED;
  }

  /** Whether it stood at one place, waiting for one thing, from then on until the end. */
  boolean stuck(long fromMillis) {
    return halt.looks >= STUCK_LOOKS && halt.sinceMillis <= fromMillis;
  }

  /** For how long in all it stood at one place about that time; negative if it didn't. */
  long stoodMillis(long atMillis) {
    return stand.millisAt(atMillis);
  }

  /** What it does where it runs, as far as it was ever seen running. */
  Optional<Doing> runs() {
    return Optional.ofNullable(running.mostly);
  }

  /**
   * Whether it waited for others all the time, or looked after something now and then.
   *
   * @param findsNothing whether it finds nothing to do, and so may look often
   */
  boolean watches(boolean findsNothing) {
    return watch.always(findsNothing);
  }

  private static boolean awaitsWork(Doing doing) {
    return switch (doing.activity()) {
      case FUTURE, LATCH, BARRIER -> true;
      default -> false;
    };
  }
}
