package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.JdkWaits;
import dev.uncork.diagnosis.stack.OwnCode;
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
import java.util.Optional;
import java.util.Set;

/**
 * What threads do over the whole recording, which one look doesn't tell: who takes elements from a
 * queue, who runs without a pause, and which sleeps are long by design.
 */
public final class Habits {
  /** CPU share below which what a lone thread does between sleeps or looks is not work. */
  static final double POLLER = 0.01;

  /** Threads at one place, on average, from which on there are several. */
  static final double LONE = 1.5;

  /**
   * CPU shares of all threads up to which nobody works: those who look at the time do something.
   */
  private static final double NO_WORK = 0.02;

  /** What stands for so long, and to the end, won't go on. */
  private static final long LONG_STAND_MILLIS = 2000;

  /** A client that is silent for so long isn't asking for anything. */
  private static final long LONG_MILLIS = 1000;

  private static final ThreadHistory UNSEEN = new ThreadHistory();

  private final WakeUps wakeUps;
  private final Sleeps sleeps;
  private final Map<List<Frame>, Double> pauses = new HashMap<>();
  private final Map<Long, ThreadHistory> histories = new HashMap<>();
  private final Identities identities;
  private final SideBySide sideBySide = new SideBySide();
  private final Meetings meetings = new Meetings();
  private final Relays relays = new Relays();
  private final Pipes pipes = new Pipes();
  private final Lending lending = new Lending();
  private final TaskOrder taskOrder = new TaskOrder();
  private final Timers timers = new Timers();
  private final FanOuts fanOuts = new FanOuts();
  private final NativeWaits nativeWaits;
  private final Set<String> silent = new HashSet<>();
  private final Ends ends = new Ends();
  private final BackPressure backPressure = new BackPressure();
  private final CachedFiles cachedFiles;
  private final Set<String> consumers = new HashSet<>();
  private final StackQuestion librarysLoop;
  private final HandOvers handOvers;
  private final OwnLocks ownLocks;
  private final int snapshots;
  private final Optional<Doing> feeder;
  private final Optional<Doing> pinned;
  private final Optional<Doing> barrierAction;
  private long lastMillis;
  private long lastWorkMillis;
  private long longSleepMillis = -1;
  private boolean resultsInTime;
  private boolean resultsWanted;
  private boolean accepts;
  private boolean clock;

  /** Looks through a recording. */
  public Habits(Recording recording, StackReading reading, ThreadGroups groups, OwnCode code) {
    List<Snapshot> snapshots = recording.snapshots();
    this.snapshots = snapshots.size();
    this.librarysLoop = new StackQuestion(code::isLibrarysLoop);
    this.identities = new Identities(snapshots);
    this.wakeUps = new WakeUps(recording);
    this.nativeWaits = new NativeWaits(wakeUps);
    this.sleeps = new Sleeps(snapshots.size(), wakeUps);
    this.handOvers = new HandOvers(snapshots, reading, wakeUps);
    this.ownLocks = new OwnLocks(snapshots, reading);
    this.cachedFiles = new CachedFiles(recording);
    this.pinned =
        recording.pinned().stream()
            .findFirst()
            .map(place -> reading.of(place.frames(), Thread.State.WAITING));
    Feeding feeding = new Feeding();
    StackQuestion accepting = new StackQuestion(JdkWaits::accepts);
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
        ThreadHistory history =
            histories.computeIfAbsent(thread.threadId(), key -> new ThreadHistory());
        ends.look(thread, doing);
        backPressure.add(thread, doing, group);
        cachedFiles.look(thread, doing);
        if (doing.activity() == Activity.SLEEP || hearsItself(thread, doing)) {
          sleeps.look(thread, snapshot.atMillis(), history.last());
        } else if (doing.dependent()) {
          history.waits(thread, doing);
          if (doing.activity() == Activity.BACKOFF) {
            pauses.merge(Sleeps.place(thread.stack()), (double) thread.weight(), Double::sum);
          }
        } else if (doing.activity() == Activity.QUEUE_EMPTY) {
          consumers.add(group);
        }
        if (doing.activity() == Activity.RUNNING) {
          sideBySide.runs(group, identities.of(thread));
        }
        sideBySide.used(group, thread.cpuShare() * thread.weight());
        relays.add(thread, doing, group);
        pipes.look(thread, doing, group);
        timers.look(thread, doing);
        fanOuts.look(thread, doing);
        nativeWaits.look(thread, doing);
        feeding.add(thread, doing, group);
        accepts = accepts || accepting.of(thread.stack());
        meetings.look(identities.of(thread), thread, doing);
        clock |=
            thread.state() == Thread.State.TIMED_WAITING && doing.activity() != Activity.PERMIT;
        history.look(thread, doing, snapshot.atMillis());
      }
      sideBySide.look();
      relays.look(snapshot.atMillis());
      backPressure.look();
      cachedFiles.look();
    }
    boolean late = false;
    for (Snapshot snapshot : snapshots) {
      for (ThreadSample thread : snapshot.threads()) {
        Doing doing = reading.of(thread);
        if (doing.isForResult()) {
          boolean inTime = timers.inTime(thread);
          resultsInTime |= inTime;
          late |= !inTime && !watches(thread);
        }
        long stood = history(thread.threadId()).stoodMillis(snapshot.atMillis());
        if (doing.activity() == Activity.SOCKET && stood >= LONG_MILLIS) {
          silent.add(doing.method());
        }
        if (doing.activity() == Activity.SLEEP && stood >= LONG_STAND_MILLIS) {
          longSleepMillis = snapshot.atMillis();
        }
      }
    }
    resultsInTime &= !late;
    resultsWanted = late;
    this.barrierAction =
        meetings.happen() ? BarrierActions.in(recording, reading) : Optional.empty();
    this.feeder = feeding.feeder(snapshots.size(), wakeUps, sleeps::areLong, resultsWanted);
  }

  private ThreadHistory history(long threadId) {
    return histories.getOrDefault(threadId, UNSEEN);
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

  /** Who sleeps and feeds those who wait at empty queues or for results; looks may miss it. */
  public Optional<Doing> feeder() {
    return feeder;
  }

  /** Whether a thread waits for an answer that another thread of the program owes it. */
  public boolean asksItself(ThreadSample thread, Doing doing) {
    return hearsItself(thread, doing) && !onlyHears(thread, doing);
  }

  /** Whether a thread waits for what another thread of the program may send it. */
  private boolean hearsItself(ThreadSample thread, Doing doing) {
    return doing.activity() == Activity.SOCKET && Ends.isOwn(end(thread, doing));
  }

  /**
   * Whether a thread hears what comes, and has asked for nothing; or is a library's, and nobody
   * waits for the result of anything.
   */
  private boolean onlyHears(ThreadSample thread, Doing doing) {
    return ends.listens(thread, doing) || !resultsWanted && librarysLoop.of(doing.stack());
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
    return thread.cpuShare() < 0 // unknown: what runs is taken to run on
        || history(thread.threadId()).saturated(atMillis, freeCore);
  }

  /** Whether threads of that group worked one after the other, without a pause, about that time. */
  public boolean relays(String group, long atMillis, boolean freeCore) {
    return relays.runOn(group, atMillis, freeCore);
  }

  /** Whether all threads together worked one after the other, without a pause, all the time. */
  public boolean allRelay() {
    return relays.allRunOn();
  }

  /** Whether a thread stood at one place, waiting for one thing, from then on until the end. */
  public boolean stuck(long threadId, long fromMillis) {
    return history(threadId).stuck(fromMillis);
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
    return history(threadId).stoodMillis(atMillis) >= 0;
  }

  /**
   * Whether a thread that seems to run mostly waits in the native method in which it is.
   *
   * @param freeCore whether it could have had a core
   */
  public boolean waitsInNative(ThreadSample thread, Doing doing, boolean freeCore) {
    return nativeWaits.at(thread, doing, freeCore);
  }

  /** What a thread does where it runs, as far as it was ever seen running. */
  public Optional<Doing> runs(long threadId) {
    return history(threadId).runs();
  }

  /** Whether a thread that reads from a connection waits for the next request of a client. */
  public boolean awaitsRequest(ThreadSample thread, Doing doing) {
    boolean silence = accepts && silent.contains(doing.method());
    return doing.activity() == Activity.SOCKET && silence
        || hearsItself(thread, doing) && onlyHears(thread, doing)
        || ends.awaitsRequest(thread, doing);
  }

  /** Whether a thread that waits for a permit waits for others to do what it handed out. */
  public boolean isBackPressure(Doing doing) {
    return backPressure.at(doing);
  }

  /** Whether a thread that reads or writes takes what is there, and never waits. */
  public boolean takesWhatIsThere(ThreadSample thread, Doing doing) {
    return ends.takesWhatIsThere(thread, doing) || cachedFiles.at(thread, doing);
  }

  /** Whether a thread stands in native code that waits for a file. */
  public boolean waitsForFile(Doing doing) {
    return ends.waitsForFile(doing);
  }

  /** Whether a thread waits for what a library gets from the program itself. */
  public boolean asksInside(Doing doing) {
    return doing.activity() == Activity.SOCKET
        && doing.library().isPresent()
        && ends.asksOnlyItself();
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
    ThreadHistory history = history(thread.threadId());
    if (!history.watches(true)) {
      return false;
    }
    boolean empty = wakeUps.areEmpty(WakeUps.key(thread.threadName()));
    boolean alone = !pausesWithOthers(thread);
    return history.watches(empty && alone) && (empty || alone);
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

  /** Whether a thread does about as much as the others that meet at barriers. */
  public boolean isOneOfEquals(String identity) {
    return meetings.isOneOfEquals(identity);
  }

  /** Whether most that wait until all of something is done gave it to others at once, as tasks. */
  public boolean severalAreGivenAtOnce() {
    return fanOuts.mostlyTasks();
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

  /** What the last thread at a barrier does for all, where that takes much of the CPU time. */
  public Optional<Doing> barrierAction() {
    return barrierAction;
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

  /** Whether a thread of a timer does what is due, in time: what it waits for isn't late. */
  public boolean inTime(ThreadSample thread) {
    return timers.inTime(thread);
  }

  /** Whether nobody waits for the results of tasks but timers that are in time. */
  public boolean resultsInTime() {
    return resultsInTime;
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
