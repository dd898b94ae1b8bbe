package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.JdkWaits;
import dev.uncork.diagnosis.stack.StackQuestion;
import dev.uncork.diagnosis.stack.StackReading;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.ThreadSample.Blocker;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What threads do over the whole recording, which one look doesn't tell: who takes elements from a
 * queue, who runs without a pause, and which sleeps are long by design.
 */
public final class Habits {
  /** CPU share below which what a lone thread does between sleeps or looks is not work. */
  static final double POLLER = 0.01;

  /** CPU share from which on a thread runs without a pause. */
  private static final double SATURATED = 0.75;

  /** Threads at one place, on average, from which on there are several. */
  static final double LONE = 1.5;

  private static final double WATCHES = 0.9;
  private static final int MIN_LOOKS = 10;

  private static final int STUCK_LOOKS = 3;

  /** CPU share below which a thread that waits for a lock has not got it. */
  private static final double RECHECKS = 0.01;

  /**
   * CPU shares of all threads up to which nobody works: those who look at the time do something.
   */
  private static final double NO_WORK = 0.02;

  /** What stands for so long, and to the end, won't go on. */
  private static final long LONG_STAND_MILLIS = 2000;

  /** A client that is silent for so long isn't asking for anything. */
  private static final long LONG_MILLIS = 1000;

  private static final class Busy {
    double cpu;
    int ready;
    int awaits;
    int looks;
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

    /** Whether it did so all the time; one that finds nothing to do may look often. */
    boolean always(boolean findsNothing) {
      boolean poller = polls == looks && (findsNothing || cpu < looks * POLLER);
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

    /** For how long it stood there in all about that time; negative if it didn't. */
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
    @Nullable ThreadSample last;
    long sinceMillis;
    int looks;

    void look(ThreadSample thread, long atMillis) {
      ThreadSample before = last;
      boolean same =
          before != null
              && thread.cpuShare() < RECHECKS
              && thread.state() == before.state()
              && mayBeSame(thread.blocker(), before.blocker())
              && thread.stack().equals(before.stack());
      looks = same ? looks + 1 : 0;
      sinceMillis = same ? sinceMillis : atMillis;
      last = thread;
    }

    /** What a thread waits for may be unknown at one look, when it changed hands meanwhile. */
    private static boolean mayBeSame(ThreadSample.Blocker one, ThreadSample.Blocker other) {
      return one.instance() == 0 || other.instance() == 0 || one.instance() == other.instance();
    }
  }

  /** What a thread does in most of the looks at which it runs. */
  private static final class Running {
    final Map<String, Integer> methods = new HashMap<>();
    @Nullable Doing mostly;
    int most;

    void look(Doing doing) {
      int count = methods.merge(doing.method(), 1, Integer::sum);
      if (count >= most) {
        most = count;
        mostly = doing;
      }
    }
  }

  /** A thread at a moment. */
  record Look(ThreadSample sample, long atMillis) {}

  private final WakeUps wakeUps;
  private final Sleeps sleeps;
  private final Map<List<Frame>, Double> pauses = new HashMap<>();
  private final Map<Long, Map<Long, Busy>> busy = new HashMap<>();
  private final Map<Long, Stand> stands = new HashMap<>();
  private final Map<Long, Halt> halts = new HashMap<>();
  private final Map<Long, Watch> watches = new HashMap<>();
  private final Identities identities;
  private final SideBySide sideBySide = new SideBySide();
  private final Relays relays = new Relays();
  private final Pipes pipes = new Pipes();
  private final Lending lending = new Lending();
  private final TaskOrder taskOrder = new TaskOrder();
  private final Map<Long, Running> runs = new HashMap<>();
  private final Set<String> silent = new HashSet<>();
  private final Ends ends = new Ends();
  private final BackPressure backPressure = new BackPressure();
  private final Set<String> consumers = new HashSet<>();
  private final HandOvers handOvers;
  private final OwnLocks ownLocks;
  private final int snapshots;
  private final Optional<Doing> feeder;
  private final Optional<Doing> pinned;
  private long lastMillis;
  private long lastWorkMillis;
  private long longSleepMillis = -1;
  private boolean accepts;
  private boolean clock;

  /** Looks through a recording. */
  public Habits(Recording recording, StackReading reading, ThreadGroups groups) {
    List<Snapshot> snapshots = recording.snapshots();
    this.snapshots = snapshots.size();
    this.identities = new Identities(snapshots);
    this.wakeUps = new WakeUps(recording);
    this.sleeps = new Sleeps(snapshots.size(), wakeUps);
    this.handOvers = new HandOvers(snapshots, reading);
    this.ownLocks = new OwnLocks(snapshots, reading);
    this.pinned =
        recording.pinned().stream()
            .findFirst()
            .map(place -> reading.of(place.frames(), Thread.State.WAITING));
    Feeding feeding = new Feeding();
    StackQuestion accepting = new StackQuestion(JdkWaits::accepts);
    Map<Long, Look> last = new HashMap<>();
    for (Snapshot snapshot : snapshots) {
      lending.look(snapshot, reading, groups);
      taskOrder.look(snapshot, reading);
      lastMillis = snapshot.atMillis();
      double cpu =
          snapshot.threads().stream()
              .mapToDouble(thread -> Math.max(0, thread.cpuShare()) * thread.weight())
              .sum();
      lastWorkMillis = cpu > NO_WORK ? lastMillis : lastWorkMillis;
      for (ThreadSample thread : snapshot.threads()) {
        Doing doing = reading.of(thread);
        String group = groups.of(thread.threadName());
        ends.look(thread, doing);
        backPressure.add(thread, doing, group);
        if (doing.activity() == Activity.SLEEP || asksItself(thread, doing)) {
          sleeps.look(thread, snapshot.atMillis(), last.get(thread.threadId()));
        } else if (doing.dependent()) {
          watches.computeIfAbsent(thread.threadId(), key -> new Watch()).look(thread, doing);
          if (doing.activity() == Activity.BACKOFF) {
            pauses.merge(Sleeps.place(thread.stack()), (double) thread.weight(), Double::sum);
          }
        } else if (doing.activity() == Activity.QUEUE_EMPTY) {
          consumers.add(group);
        }
        if (doing.activity() == Activity.RUNNING) {
          runs.computeIfAbsent(thread.threadId(), key -> new Running()).look(doing);
          sideBySide.runs(group, identities.of(thread));
        }
        sideBySide.used(group, thread.cpuShare() * thread.weight());
        relays.add(thread, doing, group);
        pipes.look(thread, doing, group);
        feeding.add(thread, doing, group);
        accepts = accepts || accepting.of(thread.stack());
        clock |=
            thread.state() == Thread.State.TIMED_WAITING && doing.activity() != Activity.PERMIT;
        halts
            .computeIfAbsent(thread.threadId(), key -> new Halt())
            .look(thread, snapshot.atMillis());
        stands
            .computeIfAbsent(thread.threadId(), key -> new Stand())
            .look(thread, snapshot.atMillis());
        if (thread.cpuShare() >= 0) {
          Busy sum =
              busy.computeIfAbsent(thread.threadId(), key -> new HashMap<>())
                  .computeIfAbsent(snapshot.atMillis() / 1000, key -> new Busy());
          sum.cpu += thread.cpuShare();
          sum.ready += doing.activity() == Activity.RUNNING ? 1 : 0;
          sum.awaits += awaitsWork(doing) ? 1 : 0;
          sum.looks++;
        }
        last.put(thread.threadId(), new Look(thread, snapshot.atMillis()));
      }
      sideBySide.look();
      relays.look(snapshot.atMillis());
      backPressure.look();
    }
    for (Snapshot snapshot : snapshots) {
      for (ThreadSample thread : snapshot.threads()) {
        Doing doing = reading.of(thread);
        Stand stand = Objects.requireNonNull(stands.get(thread.threadId()));
        if (doing.activity() == Activity.SOCKET
            && stand.millisAt(snapshot.atMillis()) >= LONG_MILLIS) {
          silent.add(doing.method());
        }
        if (doing.activity() == Activity.SLEEP
            && stand.millisAt(snapshot.atMillis()) >= LONG_STAND_MILLIS) {
          longSleepMillis = snapshot.atMillis();
        }
      }
    }
    this.feeder = feeding.feeder(snapshots.size(), wakeUps, sleeps::areLong);
  }

  /** Whether threads sleep there until it is time to do something, rather than for want of it. */
  public boolean sleepsByDesign(Doing doing) {
    return sleeps.byDesign(doing);
  }

  /** Whether sleeps there, or waits for the program's own answers, are long. */
  public boolean sleepsLong(Doing doing) {
    return sleeps.areLong(doing);
  }

  /** Whether several threads sleep there, as those do that have something to do after it. */
  public boolean severalSleep(Doing doing) {
    return sleeps.several(doing);
  }

  /** Who sleeps and feeds those who wait at empty queues; not each look need show it. */
  public Optional<Doing> feeder() {
    return feeder;
  }

  /** Whether a thread waits for an answer that another thread of the program owes it. */
  public boolean asksItself(ThreadSample thread, Doing doing) {
    return doing.activity() == Activity.SOCKET && Ends.isOwn(end(thread, doing));
  }

  /** What a thread waits for outside; where one look doesn't tell, as others at that place do. */
  public Blocker end(ThreadSample thread, Doing doing) {
    return ends.of(thread, doing);
  }

  /** Whether a thread waits for a lock that the program has made itself. */
  public boolean awaitsOwnLock(ThreadSample thread, Doing doing) {
    return ownLocks.at(thread, doing);
  }

  /** Whether a thread waits for its turn, of several that take turns. */
  public boolean takesTurns(ThreadSample thread, Doing doing) {
    return handOvers.waits(thread, doing);
  }

  /**
   * Whether a thread used a core without a pause about that time, or would have: while it waits for
   * the end of what it gave to others, it goes on too.
   *
   * @param freeCore whether there was one to have: else those who are ready get what is left them
   */
  public boolean saturated(ThreadSample thread, long atMillis, boolean freeCore) {
    if (thread.cpuShare() < 0) {
      return true; // unknown: what runs is taken to run on
    }
    Busy sum = busy.getOrDefault(thread.threadId(), Map.of()).get(atMillis / 1000);
    double used = sum == null ? 0 : freeCore ? sum.cpu : Math.max(sum.cpu, sum.ready);
    return sum != null && (used + sum.awaits) / sum.looks >= SATURATED;
  }

  /** Whether threads of that group worked one after the other, without a pause, about that time. */
  public boolean relays(String group, long atMillis, boolean freeCore) {
    return relays.runOn(group, atMillis, freeCore);
  }

  private static boolean awaitsWork(Doing doing) {
    return switch (doing.activity()) {
      case FUTURE, LATCH, BARRIER -> true;
      default -> false;
    };
  }

  /** Whether a thread stood at one place, waiting for one thing, from then on until the end. */
  public boolean stuck(long threadId, long fromMillis) {
    Halt halt = halts.get(threadId);
    return halt != null && halt.looks >= STUCK_LOOKS && halt.sinceMillis <= fromMillis;
  }

  /** Whether from then on until the end, for long, hardly anything was done. */
  public boolean standsUntilTheEnd(long fromMillis) {
    return lastWorkMillis <= fromMillis && lastMillis - lastWorkMillis >= LONG_STAND_MILLIS;
  }

  /** Whether since then a thread slept for long without a break, so that it may have something. */
  public boolean sleptLongSince(long fromMillis) {
    return longSleepMillis >= fromMillis;
  }

  /** Whether a thread stood at one place for a while about that time, whatever it seems to do. */
  public boolean standsStill(long threadId, long atMillis) {
    Stand stand = stands.get(threadId);
    return stand != null && stand.millisAt(atMillis) >= 0;
  }

  /** What a thread does where it runs, as far as it was ever seen running. */
  public Optional<Doing> runs(long threadId) {
    return Optional.ofNullable(runs.get(threadId)).map(running -> running.mostly);
  }

  /** Whether a thread that reads from a connection waits for the next request of a client. */
  public boolean awaitsRequest(ThreadSample thread, Doing doing) {
    boolean silence = accepts && silent.contains(doing.method());
    return doing.activity() == Activity.SOCKET && silence || ends.awaitsRequest(thread, doing);
  }

  /** Whether a thread that waits for a permit waits for others to do what it handed out. */
  public boolean isBackPressure(Doing doing) {
    return backPressure.at(doing);
  }

  /** Whether a thread that reads or writes takes what is there, and never waits. */
  public boolean takesWhatIsThere(ThreadSample thread, Doing doing) {
    return ends.takesWhatIsThere(thread, doing);
  }

  /** Whether a thread waits for what an event loop gets from the program itself. */
  public boolean asksOwnLoop(Doing doing) {
    return doing.activity() == Activity.SOCKET
        && doing.library().isPresent()
        && ends.loopsAskOnlyThemselves();
  }

  /** Whether the program's event loops ask nobody but the program itself. */
  public boolean loopsAskOnlyThemselves() {
    return ends.loopsAskOnlyThemselves();
  }

  /**
   * Whether some thread waits for a time, and none for whatever happens on connections: what comes
   * by itself comes by time.
   */
  public boolean timeIsWaitedFor() {
    return clock && !ends.hasLoop();
  }

  /** Host and port that an event loop asks; empty where unknown. */
  public String remoteOfLoops() {
    return ends.ofLoops();
  }

  /**
   * Whether a thread does nothing but wait for others, as a program's main thread may, or look
   * after something now and then. Where several pause at one place, they have something to do after
   * it.
   */
  public boolean watches(ThreadSample thread) {
    Watch watch = watches.get(thread.threadId());
    if (watch == null || !watch.always(true)) {
      return false;
    }
    boolean empty = wakeUps.areEmpty(WakeUps.key(thread.threadName()));
    boolean alone = !pausesWithOthers(thread);
    return watch.always(empty && alone) && (empty || alone);
  }

  private boolean pausesWithOthers(ThreadSample thread) {
    List<Frame> place = pauses.isEmpty() ? List.of() : Sleeps.place(thread.stack());
    return !place.isEmpty() && pauses.getOrDefault(place, 0.0) >= LONE * snapshots;
  }

  /** Whether threads named like that one work for moments only, each time they have a core. */
  public boolean worksForMoments(String threadName) {
    return wakeUps.areShort(WakeUps.key(threadName));
  }

  /** What tells a thread from others. */
  public String identity(ThreadSample thread) {
    return identities.of(thread);
  }

  /** Whether several threads of that group were seen running. */
  public boolean severalRan(String group) {
    return sideBySide.severalRan(group);
  }

  /** Share of the looks at which threads of that group run at which several do. */
  public double sideBySide(String group) {
    return sideBySide.share(group);
  }

  /**
   * Whether threads of that group work one at a time by the CPU time that they used: looks go from
   * thread to thread, so that what changes in moments seems to be side by side.
   */
  public boolean oneAtATime(String group) {
    return sideBySide.oneAtATime(group);
  }

  /** Whether threads of that group have next to nothing to do, whatever others do for them. */
  public boolean hardlyWorks(String group) {
    return sideBySide.hardlyWorks(group);
  }

  /** What virtual threads wait for that are pinned to their carriers. */
  public Optional<Doing> pinned() {
    return pinned;
  }

  /** What a thread of that group does that seems to read or write a file. */
  public Doing ofPipes(Doing doing, String group) {
    return pipes.told(doing, group);
  }

  /**
   * Whether threads of that group only take what comes now and then and hand it on to others, all
   * of whom have next to nothing to do: what comes so rarely isn't late.
   */
  public boolean takeInput(String group) {
    return pipes.onlyReads(group)
        && hardlyWorks(group)
        && !consumers.isEmpty()
        && consumers.stream().allMatch(this::hardlyWorks);
  }

  /** Whether what a thread of that group waits for is lent to others of the group. */
  public boolean lent(ThreadSample thread, Doing doing, String group) {
    return lending.lent(thread, doing, group);
  }

  /** Whether the tasks of a pool go on one after the other. */
  public boolean inOrder(int pool) {
    return taskOrder.of(pool);
  }

  /** Whether threads of that group were seen waiting for elements of a queue. */
  public boolean consumes(String group) {
    return consumers.contains(group);
  }
}
