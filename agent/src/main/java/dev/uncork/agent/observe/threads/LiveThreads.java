package dev.uncork.agent.observe.threads;

import dev.uncork.boot.sample.ThreadStacks;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The program's own live threads, and which of them to look at.
 *
 * <p>All, while they are few. Of many, those that ran since the last list or own what others wait
 * for are looked at first, since they are where waits lead to; of the rest so many that all looks
 * together are bounded, at even distances in the order in which they began, from a beginning that
 * wanders. So each pool has its share, and weights always add up to the number of threads.
 *
 * <p>What a list costs grows with the number of threads; after one that took t of CPU time there is
 * none for 400 t, which is a quarter of a percent of one core.
 */
final class LiveThreads {
  private static final int MOST = 64;
  private static final int MOST_ACTIVE = 40;

  /** A thread counts as active from one hundredth of a core on. */
  private static final int ACTIVE_PART = 100;

  /** Steps of this length, modulo 1, come everywhere and soon: the golden ratio's. */
  private static final double STEP = 0.6180339887498949;

  /** Where threads come from. */
  interface Source {
    Thread[] threads();

    void cpuNanos(@Nullable Thread[] threads, long[] nanos);
  }

  /** Those of this JVM. */
  static final Source OF_JVM =
      new Source() {
        @Override
        public Thread[] threads() {
          return ThreadStacks.threads0();
        }

        @Override
        public void cpuNanos(@Nullable Thread[] threads, long[] nanos) {
          ThreadStacks.cpuNanos0(threads, nanos);
        }
      };

  private final Source source;
  private Map<Thread, WatchedThread> known = new IdentityHashMap<>();
  private final List<WatchedThread> active = new ArrayList<>();
  private final List<WatchedThread> others = new ArrayList<>();
  private final Set<String> classes = new HashSet<>();
  private long listedNanos;
  private long nextNanos = Long.MIN_VALUE;
  private double start;
  private int passed;

  LiveThreads(Source source) {
    this.source = source;
  }

  /** Whether it is time for a new list. */
  boolean due(long nowNanos) {
    return nextNanos == Long.MIN_VALUE || nowNanos - nextNanos >= 0;
  }

  /** Tells how long there is to be no other list, for what the last one cost. */
  void rest(long nowNanos, long restNanos) {
    nextNanos = nowNanos + restNanos;
  }

  /** Makes a new list. */
  void list(long nowNanos) {
    Thread[] threads = source.threads();
    Map<Thread, WatchedThread> before = known;
    Map<Thread, WatchedThread> now = new IdentityHashMap<>(threads.length);
    active.clear();
    others.clear();
    classes.clear();
    for (Thread thread : threads) {
      if (thread == null || ServiceThreads.isOne(thread)) {
        continue;
      }
      WatchedThread watched = before.get(thread);
      watched = watched == null ? new WatchedThread(thread) : watched;
      now.put(thread, watched);
      others.add(watched);
      classes.add(thread.getClass().getName());
    }
    known = now;
    if (others.size() > MOST) {
      findActive(nowNanos - listedNanos);
    }
    listedNanos = nowNanos;
  }

  private void findActive(long intervalNanos) {
    Thread[] threads = new Thread[others.size()];
    long[] nanos = new long[threads.length];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = others.get(i).thread;
    }
    source.cpuNanos(threads, nanos);
    List<WatchedThread> all = List.copyOf(others);
    others.clear();
    for (int i = 0; i < threads.length; i++) {
      WatchedThread watched = all.get(i);
      long used = watched.listedCpuNanos < 0 ? nanos[i] : nanos[i] - watched.listedCpuNanos;
      watched.listedCpuNanos = nanos[i];
      (used >= intervalNanos / ACTIVE_PART ? active : others).add(watched);
    }
  }

  /** Those to look at now, each with its weight. */
  List<WatchedThread> choose() {
    List<WatchedThread> chosen = new ArrayList<>(MOST);
    start = (start + STEP) % 1;
    int slots = others.size() + active.size() <= MOST ? MOST : MOST_ACTIVE;
    choose(active, slots, chosen);
    choose(others, MOST - chosen.size(), chosen);
    return chosen;
  }

  private void choose(List<WatchedThread> from, int most, List<WatchedThread> to) {
    int size = from.size();
    int count = Math.min(most, size);
    for (int i = 0; i < count; i++) {
      int index = Math.min(size - 1, (int) ((i + start) * size / count));
      WatchedThread watched = from.get(index);
      watched.weight = (float) size / count;
      to.add(watched);
    }
  }

  /**
   * So many of those that aren't active, the next ones in each call; none while all are looked at.
   */
  List<WatchedThread> passing(int most) {
    if (others.size() + active.size() <= MOST) {
      return List.of();
    }
    List<WatchedThread> result = new ArrayList<>();
    int size = others.size();
    int count = Math.min(most, size);
    for (int i = 0; i < count; i++) {
      result.add(others.get((passed + i) % size));
    }
    passed = size == 0 ? 0 : (passed + count) % size;
    return result;
  }

  /** Has a thread looked at until the next list, since others wait for what it owns. */
  void lookAt(long id) {
    if (others.size() + active.size() <= MOST || active.size() >= MOST_ACTIVE) {
      return;
    }
    for (int i = 0; i < others.size(); i++) {
      if (others.get(i).id == id) {
        active.add(others.remove(i));
        return;
      }
    }
  }

  /** Id of the live thread of this class with this identity hash code, or -1. */
  long idOf(String className, int identityHash) {
    if (classes.contains(className)) {
      for (WatchedThread watched : known.values()) {
        if (watched.thread.getClass().getName().equals(className)
            && System.identityHashCode(watched.thread) == identityHash) {
          return watched.id;
        }
      }
    }
    return -1;
  }
}
