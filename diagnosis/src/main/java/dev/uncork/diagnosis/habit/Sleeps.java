package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.ClassNames;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.recording.Frame;
import dev.uncork.recording.ThreadSample;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which sleeps are long by design.
 *
 * <p>How long a sleep lasts: a thread that is looked at every d and sleeps for L is found not to
 * have run in between with probability 1 - d/L, which CPU times tell.
 */
final class Sleeps {
  /** Sleeps from this length on wait for a time, such as that of the next report. */
  private static final double BY_DESIGN_SECONDS = 0.15;

  /** Where no more sleeps than these last from one look to the next, they may be of any length. */
  private static final double HARDLY_ANY = 0.05;

  /** CPU share up to which one look counts: what a thread did before its first sleep is over. */
  private static final double BURST = 0.2;

  /** Threads seen once each from which on each was started for a task. */
  private static final int TASKS = 10;

  /**
   * CPU share below which what a lone thread does between sleeps is housekeeping: one that looks a
   * hundred times a second whether there is anything to clean up uses one percent, or somewhat
   * more.
   */
  private static final double HOUSEKEEPING = 0.015;

  /** The same of one that wakes up rarely: what it does then may take longer. */
  private static final double RARE_HOUSEKEEPING = 0.03;

  /** Share of the looks from which on a thread that runs tasks is always at one. */
  private static final double ALWAYS = 0.9;

  private static final long MAX_GAP_MILLIS = 1000;

  /** Threads that sleep at one place. */
  private static final class Place {
    final Set<String> names = new HashSet<>();
    final Set<Long> threadIds = new HashSet<>();
    int sightings;
    double stayed;
    double looks;
    double gapSeconds;
    double threads;
    double cpu;
    double threadsAgain;
    double cpuBetween;
    boolean inTask;
    boolean virtual;

    void look(
        ThreadSample thread, long atMillis, ThreadHistory.@Nullable Look before, boolean again) {
      names.add(WakeUps.key(thread.threadName()));
      threadIds.add(thread.threadId());
      sightings++;
      virtual |= thread.isVirtual();
      threads += thread.weight();
      double used = Math.min(BURST, Math.max(0, thread.cpuShare())) * thread.weight();
      cpu += used;
      threadsAgain += again ? thread.weight() : 0;
      cpuBetween += again ? used : 0;
      if (before != null
          && atMillis - before.atMillis() <= MAX_GAP_MILLIS
          && thread.cpuShare() >= 0) {
        looks++;
        gapSeconds += (atMillis - before.atMillis()) / 1e3;
        stayed += thread.cpuShare() == 0 && before.sample().stack() == thread.stack() ? 1 : 0;
      }
    }

    boolean several(int snapshots) {
      return threads >= Habits.LONE * snapshots;
    }

    boolean byDesign(int snapshots, WakeUps wakeUps) {
      if (sightings == threadIds.size() && sightings >= TASKS) {
        return false; // Each sleeps for once, in what it was started for.
      }
      if (inTask && !slow() && sightings >= ALWAYS * snapshots * threadIds.size()) {
        return false; // The next task is due whenever one ends.
      }
      if (virtual && looks > 0 && several(snapshots)) {
        return slow(); // Nobody knows what CPU time they use.
      }
      boolean few = !several(snapshots) || looks == 0;
      boolean rare = names.stream().allMatch(wakeUps::areRare);
      double little = rare ? RARE_HOUSEKEEPING : HOUSEKEEPING;
      boolean idle = cpuShare() < (few ? little : Habits.POLLER);
      boolean empty = names.stream().allMatch(wakeUps::areEmpty);
      return slow() || idle && few || idle && empty || few && empty;
    }

    /**
     * CPU share of a thread between one sleep here and another, where such were seen: what it did
     * before its first doesn't tell what it does between them.
     */
    double cpuShare() {
      return threadsAgain > 0 ? cpuBetween / threadsAgain : cpu / threads;
    }

    boolean slow() {
      double missed = 1 - (looks == 0 ? 0 : stayed / looks);
      return stayed > looks * HARDLY_ANY
          && looks > 0
          && gapSeconds / looks >= BY_DESIGN_SECONDS * missed;
    }
  }

  private static final Place NOWHERE = new Place();

  private final Map<List<Frame>, Place> places = new HashMap<>();
  private final Map<List<Frame>, Place> ofStacks = new IdentityHashMap<>();
  private final int snapshots;
  private final WakeUps wakeUps;

  /** For a recording with so many looks. */
  Sleeps(int snapshots, WakeUps wakeUps) {
    this.snapshots = snapshots;
    this.wakeUps = wakeUps;
  }

  /**
   * Adds a thread of one look that sleeps.
   *
   * @param before the same thread at the look before
   */
  void look(ThreadSample thread, long atMillis, ThreadHistory.@Nullable Look before) {
    Place place = ofStacks.get(thread.stack());
    if (place == null) {
      place = places.computeIfAbsent(place(thread.stack()), key -> new Place());
      place.inTask |= thread.stack().stream().anyMatch(Sleeps::runsTasks);
      ofStacks.put(thread.stack(), place);
    }
    boolean again = before != null && ofStacks.get(before.sample().stack()) == place;
    place.look(thread, atMillis, before, again);
  }

  /**
   * The application's frames around a sleep: threads of whatever kind sleep at one place. Those of
   * classes that the JVM made for a lambda don't count: it may make several for one.
   */
  static List<Frame> place(List<Frame> stack) {
    return stack.stream()
        .dropWhile(frame -> !CodeOrigin.isApplication(frame))
        .takeWhile(CodeOrigin::isApplication)
        .filter(frame -> !ClassNames.isHidden(frame.className()))
        .toList();
  }

  /** Whether it takes one task after the other, all in one thread: a timer, Netty's event loops. */
  private static boolean runsTasks(Frame frame) {
    return frame.className().equals("java.util.TimerThread") && frame.method().equals("mainLoop")
        || frame.className().endsWith("EventLoop") && frame.method().equals("run");
  }

  /** Whether threads sleep there until it is time to do something, rather than for want of it. */
  boolean byDesign(Doing doing) {
    return of(doing).byDesign(snapshots, wakeUps);
  }

  /** Whether sleeps there are long. */
  boolean areLong(Doing doing) {
    return of(doing).slow();
  }

  /** Whether several threads sleep there, as those do that have something to do after it. */
  boolean several(Doing doing) {
    return of(doing).several(snapshots);
  }

  private Place of(Doing doing) {
    return ofStacks.getOrDefault(doing.stack(), NOWHERE);
  }
}
