package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.CarriedCode;
import dev.uncork.diagnosis.stack.LibraryWait;
import dev.uncork.diagnosis.stack.RootSpread;
import dev.uncork.recording.Frame;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What cores were unused for: something that threads wait for, or the threads that alone had
 * something to do.
 *
 * @param row the ledger's row that it belongs to
 * @param kind the verdict that it would be
 * @param object class of the lock, queue or pool, a host and port, a file; empty where unknown
 * @param site code of those who wait; for {@link RowKind#FEW_THREADS} code of those who run
 * @param coreSeconds unused cores charged to it, times their time
 * @param leftCoreSeconds the same, with the cores that other processes used meanwhile: what the
 *     program left to them
 * @param threads threads that waited for it, on average over the recording
 * @param causes what those do who are waited for, the most frequent first
 * @param stuck the threads that wait for each other, where it is a deadlock
 * @param spread over time, and over the stacks of those who wait or run at {@code site}
 * @param pool the thread pool, where it is one
 * @param library what is known of the library whose limit it is
 * @param caller where the program calls the library in which {@code site} is; empty where that is
 *     its own code, or nobody knows
 */
public record Root(
    RowKind row,
    FindingKind kind,
    String object,
    Optional<Frame> site,
    double coreSeconds,
    double leftCoreSeconds,
    double threads,
    List<Cause> causes,
    List<Stuck> stuck,
    RootSpread spread,
    Optional<PoolFacts> pool,
    Optional<LibraryWait> library,
    Optional<Frame> caller) {
  private static final List<String> LOOPBACK =
      List.of("127.", "localhost:", "0:0:0:0:0:0:0:1", "[0:0:0:0:0:0:0:1", "::1", "[::1");

  public Root {
    causes = List.copyOf(causes);
    stuck = List.copyOf(stuck);
  }

  /** The stack of those who wait or run that most is charged to; empty where none was seen. */
  public List<Frame> stack() {
    return spread.heaviest();
  }

  /** The same with longer bins of time. */
  Root coarser(int together) {
    return new Root(
        row,
        kind,
        object,
        site,
        coreSeconds,
        leftCoreSeconds,
        threads,
        causes,
        stuck,
        spread.coarser(together),
        pool,
        library,
        caller);
  }

  /** Whether threads run that carry virtual ones, so that looks don't tell what they run. */
  boolean carries() {
    return row == RowKind.FEW_THREADS
        && Stream.concat(site.stream(), causes.stream().flatMap(cause -> cause.site().stream()))
            .anyMatch(CarriedCode::hides);
  }

  /** The same with what those run whom they carry; empty where that isn't known. */
  Root carrying(Optional<Frame> code) {
    return new Root(
        row,
        kind,
        object,
        seen(site).or(() -> code),
        coreSeconds,
        leftCoreSeconds,
        threads,
        causes.stream()
            .map(
                cause ->
                    new Cause(
                        cause.thread(),
                        cause.activity(),
                        seen(cause.site()).or(() -> code),
                        cause.share()))
            .toList(),
        stuck,
        spread,
        pool,
        library,
        caller);
  }

  private static Optional<Frame> seen(Optional<Frame> site) {
    return site.filter(frame -> !CarriedCode.hides(frame));
  }

  /** The most frequent cause. */
  public Optional<Cause> cause() {
    return causes.stream().findFirst();
  }

  /** Whether it is an answer that comes from this machine, so that it takes CPU time here, too. */
  public boolean isAnsweredHere() {
    return kind == FindingKind.REMOTE_WAIT && LOOPBACK.stream().anyMatch(object::startsWith);
  }

  /** Whether it is a thread pool whose threads mostly wait for tasks, of that pool or another. */
  public boolean waitsForTasks() {
    return pool.isPresent() && causeIs(Set.of(Activity.FUTURE, Activity.LATCH));
  }

  /** Whether those who keep others waiting mostly wait for permits themselves. */
  public boolean waitsForPermits() {
    return causeIs(Set.of(Activity.PERMIT));
  }

  /** Whether they wait for room in a queue. */
  public boolean waitsForRoom() {
    return causeIs(Set.of(Activity.QUEUE_FULL));
  }

  private boolean causeIs(Set<Activity> activities) {
    return cause().map(Cause::activity).filter(activities::contains).isPresent();
  }

  /**
   * What a thread does that others wait for.
   *
   * @param thread its name, with {@code *} in place of what tells like-named threads apart
   * @param activity what it does
   * @param site where; empty where unknown
   * @param share of the moments at which others waited, 0 to 1
   */
  public record Cause(String thread, Activity activity, Optional<Frame> site, double share) {}

  /**
   * A thread pool whose threads were all busy while tasks waited.
   *
   * @param threadName name of its threads, with {@code *} in place of what tells them apart
   * @param maxThreads threads that it may have, as it is set up
   * @param queued tasks that waited for a thread, on average while there were any
   * @param mostQueued the most that were seen waiting at a time
   */
  public record PoolFacts(
      String className,
      String threadName,
      int threads,
      int maxThreads,
      double queued,
      int mostQueued) {
    /** Whether its tasks divide as threads take them, so that few of them are ever queued. */
    boolean divides() {
      return className.startsWith("java.util.concurrent.ForkJoinPool");
    }
  }
}
