package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.habit.Habits;
import dev.uncork.diagnosis.ledger.Charge.Actor;
import dev.uncork.diagnosis.ledger.Charge.Key;
import dev.uncork.diagnosis.ledger.Charge.Way;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.LibraryWait;
import dev.uncork.diagnosis.stack.StackReading;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Charges of a library's pools whose queue nobody can read: all of its threads are at something and
 * wait meanwhile, and more threads of the program wait for what such threads do than there are.
 *
 * <p>For a server's workers wait those who have asked the program itself, for a client's calls
 * those who wait for a result. Not where several pools serve at a time, for nobody knows which of
 * them was asked; nor event loops, of which each serves many.
 */
final class LibraryPools {
  private static final String EVENT_LOOP = "EventLoop";

  private final Snapshot snapshot;
  private final StackReading reading;
  private final Habits habits;
  private final Map<Long, Actor> actors;

  LibraryPools(Snapshot snapshot, StackReading reading, Habits habits, Map<Long, Actor> actors) {
    this.snapshot = snapshot;
    this.reading = reading;
    this.habits = habits;
    this.actors = actors;
  }

  /** Threads that wait for a kind of pools, and the pools. */
  private static final class Side {
    final Map<LibraryWait, List<Actor>> workers = new LinkedHashMap<>();
    final List<Actor> waiters = new ArrayList<>();
    double waiting;

    void waits(ThreadSample thread, Actor actor) {
      waiters.add(actor);
      waiting += thread.weight();
    }
  }

  /** Adds what pools keep waiting at the moment; those who wait are wanted for nothing else. */
  void add(Charge.Sheet sheet, Set<Long> wanted) {
    Side servers = new Side();
    Side clients = new Side();
    for (ThreadSample thread : snapshot.threads()) {
      Actor actor = actors.get(thread.threadId());
      if (actor == null) {
        continue;
      }
      Optional<LibraryWait> pool = reading.pool(thread.threadName());
      Activity told = pool.map(LibraryWait::activity).orElse(null);
      if (told == Activity.IDLE || told == Activity.PERMIT && !isQueued(thread)) {
        (told == Activity.IDLE ? servers : clients)
            .workers
            .computeIfAbsent(pool.orElseThrow(), key -> new ArrayList<>())
            .add(actor);
      } else if (habits.asksItself(thread, reading.of(thread))) {
        servers.waits(thread, actor);
      } else if (actor.doing().isForResult() && !habits.watches(thread)) {
        clients.waits(thread, actor);
      }
    }
    add(servers, sheet, wanted);
    add(clients, sheet, wanted);
  }

  /** Whether a thread belongs to a pool whose queue was read. */
  private boolean isQueued(ThreadSample thread) {
    return snapshot.pools().stream()
        .anyMatch(pool -> pool.pool() == thread.pool() && pool.capacity() > 0);
  }

  private static void add(Side side, Charge.Sheet sheet, Set<Long> wanted) {
    side.workers.values().removeIf(workers -> !serves(workers));
    if (side.workers.size() != 1 || side.waiters.isEmpty()) {
      return;
    }
    Map.Entry<LibraryWait, List<Actor>> only = side.workers.entrySet().iterator().next();
    LibraryWait pool = only.getKey();
    List<Actor> workers = only.getValue();
    List<Actor> serving = workers.stream().filter(LibraryPools::serves).toList();
    double tooMany = side.waiting - serving.size();
    if (tooMany < 1 || hasRoom(pool, workers, serving)) {
      return;
    }
    Doing waiter = side.waiters.get(0).doing();
    sheet.add(
        new Key(Way.PERMIT, Activity.PERMIT, "", waiter.method()),
        tooMany,
        new Doing(Activity.PERMIT, waiter.site(), "", waiter.stack(), Optional.of(pool)),
        tooMany,
        serving);
    side.waiters.forEach(actor -> wanted.add(actor.threadId()));
  }

  private static boolean serves(List<Actor> workers) {
    return workers.stream().anyMatch(LibraryPools::serves);
  }

  private static boolean serves(Actor worker) {
    return worker.doing().activity() != Activity.IDLE
        && worker.doing().stack().stream()
            .noneMatch(frame -> frame.className().endsWith(EVENT_LOOP));
  }

  /** Whether a worker is free, or others would only wait like those that there are. */
  private static boolean hasRoom(LibraryWait pool, List<Actor> workers, List<Actor> serving) {
    boolean free =
        workers.stream().anyMatch(worker -> worker.doing().library().equals(Optional.of(pool)));
    long waiting = serving.stream().filter(worker -> worker.doing().external()).count();
    return free || 2 * waiting <= serving.size();
  }
}
