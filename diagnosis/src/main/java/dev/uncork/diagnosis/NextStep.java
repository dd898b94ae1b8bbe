package dev.uncork.diagnosis;

import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.protocol.RemedyName;
import dev.uncork.recording.Note;
import dev.uncork.recording.Recording;
import java.util.List;

/** The one thing to do after reading the verdict. */
public enum NextStep {
  /** Hold the contended lock less or less often. */
  SHORTEN_HOLDS,
  /** Give the lock back before waiting for something else. */
  WAIT_UNLOCKED,
  /** Change what a library lets its users choose. */
  CHANGE_SETTING,
  /** Give a pool more threads or connections, or hold them for a shorter time. */
  ENLARGE_POOL,
  /** Make what others wait for faster, or more of it at a time. */
  SHORTEN_WAIT,
  /** Avoid exceptions in what is done often. */
  AVOID_EXCEPTIONS,
  /** Let threads update memory of their own. */
  UPDATE_APART,
  /** Draw random numbers from a seed of each thread's own. */
  DRAW_APART,
  /** Let readers have a copy that nobody writes to. */
  READ_COPY,
  /** Let threads sleep while they wait. */
  WAIT_ASLEEP,
  /** Touch less memory. */
  TOUCH_LESS_MEMORY,
  /** Run it on fewer cores. */
  USE_FEWER_CORES,
  /** Give compiled code more room. */
  ENLARGE_CODE_CACHE,
  /** Wake those only who can go on. */
  WAKE_FEWER,
  /** Let virtual threads do more each time. */
  SWITCH_LESS,
  /** Let the JVM compile code that it only interprets. */
  LET_COMPILE,
  /** Start without an option of the JVM that keeps it from compiling as well as it can. */
  DROP_OPTION,
  /** Stop all threads less often. */
  ASK_LESS_OFTEN,
  /** Give each thread memory of its own. */
  CONFINE_MEMORY,
  /** Let a thread that runs on and on stop in time. */
  POLL_IN_LOOPS,
  /** Load or make a class once. */
  KEEP_CLASSES,
  /** Take locks in one order. */
  ORDER_LOCKS,
  /** Let a task take what it needs at once, and give it back. */
  TAKE_ONCE,
  /** Never wait for room in a queue that only oneself empties. */
  LEAVE_ROOM,
  /** Give the control group more CPU. */
  RAISE_QUOTA,
  /** Start fewer threads. */
  USE_FEWER_THREADS,
  /** Don't wait for tasks in the threads that would do them. */
  WAIT_ELSEWHERE,
  /** Keep a lock's holders on their cores. */
  KEEP_HOLDERS_RUNNING,
  /** Split the work of a serial phase among threads. */
  PARALLELIZE,
  /** Do without explicit collections. */
  COLLECT_UNASKED,
  /** Free direct buffers, or use them again. */
  REUSE_BUFFERS,
  /** Do without finalizers. */
  CLOSE_OBJECTS,
  /** Give garbage collection more room. */
  ENLARGE_HEAP,
  WRITE_LESS,
  ADD_THREADS,
  /** Record again when other processes leave the machine alone. */
  WAIT_FOR_QUIET,
  /** Record while the program has something to do. */
  RECORD_UNDER_LOAD,
  /** There is nothing to fix. */
  NOTHING,
  /** Find out what threads share in hot code. */
  FIND_SHARED,
  /** See on fewer cores, too, whether threads burn CPU time. */
  MEASURE_SCALING,
  RECORD_LONGER,
  /** Let virtual threads leave their carriers while they wait. */
  UNPIN,
  /** Record with Uncork rather than with JFR alone. */
  RECORD_WITH_UNCORK;

  /** Length of a recording in which what counts a program's work is mostly found. */
  private static final long ENOUGH_NANOS = 10_000_000_000L;

  static NextStep after(Finding verdict, List<Finding> findings, Recording recording) {
    return switch (verdict.kind()) {
      case CONTENDED_LOCK -> {
        if (verdict instanceof Finding.Waiting waiting && waiting.root().library().isPresent()) {
          yield CHANGE_SETTING;
        }
        if (verdict instanceof Finding.ContendedLock lock && lock.holderWaits().isPresent()) {
          yield WAIT_UNLOCKED;
        }
        yield canBeKeptRunning(findings, recording) ? KEEP_HOLDERS_RUNNING : SHORTEN_HOLDS;
      }
      case POOL_TOO_SMALL, PERMITS_EXHAUSTED ->
          waitsForTasks(verdict) ? WAIT_ELSEWHERE : ENLARGE_POOL;
      case HAND_OVER -> {
        if (verdict instanceof Finding.VirtualSwitches) {
          yield SWITCH_LESS;
        }
        yield verdict instanceof Finding.Herd ? WAKE_FEWER : SHORTEN_WAIT;
      }
      case SLOW_CONSUMER,
          SLOW_PRODUCER,
          STRAGGLER,
          BARRIER,
          DEPENDENT_STEPS,
          REMOTE_WAIT,
          STORAGE_WAIT,
          TIMED_WAIT,
          CHILD_PROCESS,
          CLASS_INITIALIZATION ->
          SHORTEN_WAIT;
      case PINNED_CARRIERS -> UNPIN;
      case DEADLOCK ->
          verdict instanceof Finding.Waiting waiting ? forEver(waiting.root()) : ORDER_LOCKS;
      case CPU_QUOTA -> RAISE_QUOTA;
      case OVERSUBSCRIBED -> USE_FEWER_THREADS;
      case HOLDER_DESCHEDULED -> KEEP_HOLDERS_RUNNING;
      case SERIAL_PHASE -> PARALLELIZE;
      case EXCEPTIONS -> AVOID_EXCEPTIONS;
      case ATOMIC_RETRIES ->
          readsInVain(verdict) ? READ_COPY : drawsRandomly(verdict) ? DRAW_APART : UPDATE_APART;
      case SHARED_LINE -> UPDATE_APART;
      case SPINNING -> WAIT_ASLEEP;
      case MEMORY_BOUND -> TOUCH_LESS_MEMORY;
      case NEGATIVE_SCALING -> USE_FEWER_CORES;
      case COMPILATION ->
          verdict instanceof Finding.Interpreted interpreted ? after(interpreted) : DROP_OPTION;
      case SAFEPOINTS -> stopLess(verdict);
      case CLASS_LOADING -> KEEP_CLASSES;
      case GC -> after((Finding.GarbageCollection) verdict);
      case IO -> WRITE_LESS;
      case TOO_FEW_THREADS -> ADD_THREADS;
      case MACHINE_BUSY -> WAIT_FOR_QUIET;
      case IDLE -> recording.byUncork() ? RECORD_UNDER_LOAD : RECORD_WITH_UNCORK;
      case HEALTHY -> after((Finding.Healthy) verdict, recording);
      case UNKNOWN -> recording.byUncork() ? RECORD_LONGER : RECORD_WITH_UNCORK;
    };
  }

  private static NextStep after(Finding.Healthy verdict, Recording recording) {
    if (!recording.byUncork()) {
      return RECORD_WITH_UNCORK;
    }
    if (verdict.measured()) {
      return verdict.burntShare() > 0 ? FIND_SHARED : NOTHING;
    }
    if (recording.experiment().windows().isEmpty()) {
      return MEASURE_SCALING;
    }
    return recording.durationNanos() < ENOUGH_NANOS ? RECORD_LONGER : NOTHING;
  }

  private static NextStep stopLess(Finding verdict) {
    if (verdict instanceof Finding.Handshakes handshakes) {
      return handshakes.closeSharedMemory() ? CONFINE_MEMORY : ASK_LESS_OFTEN;
    }
    return ((Finding.Safepoints) verdict).untilCollection() ? POLL_IN_LOOPS : ASK_LESS_OFTEN;
  }

  private static NextStep after(Finding.Interpreted verdict) {
    if (!verdict.code().option().isEmpty()) {
      return DROP_OPTION;
    }
    return verdict.cacheFull() ? ENLARGE_CODE_CACHE : LET_COMPILE;
  }

  private static boolean readsInVain(Finding verdict) {
    return verdict instanceof Finding.Burning burning
        && CodeOrigin.isOptimisticRead(burning.burn().object());
  }

  private static boolean drawsRandomly(Finding verdict) {
    return verdict instanceof Finding.Burning burning
        && burning.burn().stack().stream()
            .anyMatch(frame -> frame.className().equals("java.util.Random"));
  }

  private static NextStep forEver(Root root) {
    if (root.waitsForTasks()) {
      return WAIT_ELSEWHERE;
    }
    if (root.waitsForPermits()) {
      return TAKE_ONCE;
    }
    return root.waitsForRoom() ? LEAVE_ROOM : ORDER_LOCKS;
  }

  private static boolean waitsForTasks(Finding verdict) {
    return verdict instanceof Finding.Waiting waiting && waiting.root().waitsForTasks();
  }

  private static NextStep after(Finding.GarbageCollection collections) {
    if (collections.asked()) {
      return collections.forBuffers() ? REUSE_BUFFERS : COLLECT_UNASKED;
    }
    if (collections.forClasses()) {
      return KEEP_CLASSES;
    }
    return collections.finalized().isPresent() ? CLOSE_OBJECTS : ENLARGE_HEAP;
  }

  private static boolean canBeKeptRunning(List<Finding> findings, Recording recording) {
    boolean descheduled =
        findings.stream()
            .anyMatch(
                finding ->
                    finding instanceof Finding.HolderDescheduled holder && holder.sectionsShort());
    return descheduled && recording.notes().stream().noneMatch(NextStep::keepsHoldersRunning);
  }

  private static boolean keepsHoldersRunning(Note note) {
    return note instanceof Note.RemedyUse use && use.remedy().equals(RemedyName.NOPREEMPT.label());
  }
}
