package dev.uncork.agent.observe.threads;

import dev.uncork.agent.jvm.ThreadFields;
import dev.uncork.boot.sample.ThreadStacks;
import dev.uncork.protocol.Deadlock;
import java.util.ArrayList;
import java.util.List;

/** Looks for threads that wait for each other for ever, and tells where they stand. */
final class DeadlockWatch {
  /** Threads that are looked at in passing, where not all are looked at each time. */
  private static final int MOST_PASSED = 128;

  private final LiveThreads live;
  private final Blockers blockers;
  private final Deadlocks deadlocks;
  private final StackTexts stacks = new StackTexts(ThreadStacks::frame0);
  private final long[] words = new long[2 * ThreadStacks.MAX_FRAMES];
  private List<List<LockWait>> standing = List.of();
  private List<Deadlock> told = List.of();

  DeadlockWatch(LiveThreads live, Blockers blockers) {
    this.live = live;
    this.blockers = blockers;
    this.deadlocks = new Deadlocks(blockers::lockWait);
  }

  /** A thread was seen to wait for what another owns. */
  void suspect(WatchedThread watched) {
    deadlocks.suspect(watched.id);
  }

  /** Ends a look at threads. */
  void look(long nowNanos) {
    for (WatchedThread watched : live.passing(MOST_PASSED)) {
      int state = ThreadStacks.state0(watched.thread);
      Object parkedFor = Blockers.parkedFor(watched.thread, state);
      boolean owned = parkedFor != null && blockers.of(watched, state, parkedFor).owner() >= 0;
      if (ThreadStates.isBlocked(state) || owned) {
        suspect(watched);
      }
    }
    deadlocks.look(nowNanos);
    List<List<LockWait>> now = deadlocks.standing(nowNanos);
    if (!now.equals(standing)) {
      standing = now;
      Thread[] threads = ThreadStacks.threads0();
      told = now.stream().map(cycle -> tell(cycle, threads)).toList();
    }
  }

  /** Those that there are now. */
  List<Deadlock> told() {
    return told;
  }

  private Deadlock tell(List<LockWait> cycle, Thread[] threads) {
    List<Deadlock.Member> members = new ArrayList<>();
    for (int i = 0; i < cycle.size(); i++) {
      LockWait wait = cycle.get(i);
      String owner = cycle.get((i + 1) % cycle.size()).name();
      members.add(
          new Deadlock.Member(wait.name(), wait.lockClass(), owner, stack(wait.thread(), threads)));
    }
    return new Deadlock(members);
  }

  private List<String> stack(long id, Thread[] threads) {
    for (Thread thread : threads) {
      if (thread != null && ThreadFields.id(thread) == id) {
        int frames = ThreadStacks.walk0(thread, words);
        return stacks.of(words, frames).text().lines().toList();
      }
    }
    return List.of();
  }
}
