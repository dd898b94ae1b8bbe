package dev.uncork.diagnosis;

import dev.uncork.diagnosis.ledger.Burn;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.diagnosis.stack.Finalized;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Gc;
import dev.uncork.recording.jvm.HeapUse;
import dev.uncork.recording.jvm.InterpretedCode;
import dev.uncork.scaling.law.Interval;
import java.util.Optional;

/**
 * What keeps a program from its cores, or that nothing does: a record for each kind, with the
 * figures and the code that it rests on. {@code FindingWords} of the reports says each in words.
 *
 * <p>The verdict is one of them too. A new kind is a constant of {@link FindingKind}, a record here
 * that a finder makes, and its words; the compiler names the places that lack it.
 */
public sealed interface Finding {
  FindingKind kind();

  /** Share of the run time that would be saved at most without it, 0 to 1. */
  default double savedShareAtMost() {
    return 0;
  }

  /**
   * Additional throughput at most without it: 0.67 means 67 % more. Where start-up is a large part
   * of the run, this is more than the share of the whole run's time comes to.
   */
  default double gainAtMost() {
    return gainAtLeast();
  }

  /** Whether {@link #gainAtMost} is a bound, and no mere estimate that may be too low. */
  default boolean isBound() {
    return true;
  }

  /** Additional throughput that what was seen comes to, where it is {@link #orMore}. */
  default double gainAtLeast() {
    double saved = Math.min(0.999, savedShareAtMost());
    return saved / (1 - saved);
  }

  /**
   * Whether there may be more to gain than was seen: what leads to it isn't counted, or is there on
   * any number of cores. Then {@link #savedShareAtMost} tells what is seen, and nothing bounds it.
   */
  default boolean orMore() {
    return switch (kind()) {
      case GC, EXCEPTIONS, CLASS_LOADING, COMPILATION, SAFEPOINTS, HAND_OVER -> true;
      default -> false;
    };
  }

  /** The place in the code. */
  default Optional<Frame> location() {
    return Optional.empty();
  }

  /**
   * Threads block at a lock.
   *
   * @param blockedThreads threads blocked there on average
   * @param gain what removing it could bring; empty where that can't be told
   * @param burntShare share of the busy cores' time that handing it over burns, beyond what a unit
   *     of work costs on few cores
   * @param holding what its holder does most often while others wait; empty where unknown
   */
  record ContendedLock(
      LockRow lock,
      double blockedThreads,
      double savedShareAtMost,
      Optional<Gain> gain,
      double burntShare,
      Optional<Root.Cause> holding)
      implements Finding {
    private static final double MOSTLY = 0.5;

    /** One of which nobody knows what its holder does. */
    public ContendedLock(
        LockRow lock,
        double blockedThreads,
        double savedShareAtMost,
        Optional<Gain> gain,
        double burntShare) {
      this(lock, blockedThreads, savedShareAtMost, gain, burntShare, Optional.empty());
    }

    /** What its holder waits for, where it mostly does that while others wait for it. */
    public Optional<Root.Cause> holderWaits() {
      return holding.filter(cause -> cause.share() >= MOSTLY && cause.activity().isWait());
    }

    /**
     * The same with what its hand-offs burn; they are what eats CPU time in the kernel too, so the
     * greater of both counts.
     *
     * @param share of the busy cores' time
     * @param atMost the same as far as what was measured allows
     */
    ContendedLock burning(double share, double atMost) {
      double switching = gain.map(Gain::fromSwitchingShare).orElse(0.0);
      double waste = Math.max(switching, share);
      double saved = 1 - (1 - savedShareAtMost) / (1 - switching) * (1 - waste);
      double idle = gain.map(Gain::fromIdleCoresShare).orElse(0.0);
      return new ContendedLock(
          lock,
          blockedThreads,
          Math.max(saved, waste),
          gain.map(
              known ->
                  known.atMost(Gain.share(idle, Math.max(Gain.mostSwitching(switching), atMost)))),
          share,
          holding);
    }

    /** The same, where it was seen that without waiting there so much more is done. */
    ContendedLock reaching(double share) {
      return new ContendedLock(
          lock,
          blockedThreads,
          savedShareAtMost,
          gain.map(known -> known.atMost(Math.max(known.atMostShare(), share))),
          burntShare,
          holding);
    }

    @Override
    public FindingKind kind() {
      return FindingKind.CONTENDED_LOCK;
    }

    @Override
    public double gainAtMost() {
      return gain.map(Gain::atMostShare).orElseGet(Finding.super::gainAtMost);
    }

    @Override
    public boolean isBound() {
      return gain.map(Gain::isBound).orElse(true);
    }

    @Override
    public Optional<Frame> location() {
      return lock.site().map(LockSite::frame);
    }

    /** Whether its most frequent holder was seen writing to a file or stream. */
    public boolean heldWhileWriting() {
      return lock.holder().filter(LockRow.Holder::writing).isPresent();
    }
  }

  /**
   * Cores are unused while threads wait for something that the ledger names.
   *
   * @param gain what removing it could bring
   */
  record Waiting(Root root, double savedShareAtMost, Gain gain) implements Finding {
    /** Share of the CPU time in the kernel from which on hand-offs are much of what steps cost. */
    private static final double MUCH_SWITCHING = 0.25;

    /** One of which no more than a bound is known. */
    public Waiting(Root root, double savedShareAtMost, double gainAtMost) {
      this(root, savedShareAtMost, Gain.atMostOf(gainAtMost));
    }

    /** The same where waking up those who wait burns a share of the busy cores' time, too. */
    Waiting burning(double share, double atMost) {
      return new Waiting(root, 1 - (1 - savedShareAtMost) * (1 - share), gain.wasting(atMost));
    }

    @Override
    public FindingKind kind() {
      return root.kind();
    }

    /** Of what it costs to take turns the kernel's part is seen, and not what caches forget. */
    @Override
    public boolean orMore() {
      return root.kind() == FindingKind.HAND_OVER && Double.isFinite(gain.atMostShare());
    }

    @Override
    public double gainAtLeast() {
      return gain.atMostShare();
    }

    /**
     * Steps that are so short that the kernel passes them on for much of the time cost less. Cores
     * that whoever answers needs, too, aren't all to be had.
     */
    @Override
    public boolean isBound() {
      boolean passesOn =
          root.kind() == FindingKind.DEPENDENT_STEPS && gain.fromSwitchingShare() >= MUCH_SWITCHING;
      return (gain.isBound() || answersTakeCores()) && !passesOn;
    }

    /** Whether what answers took much of the CPU time that the program left. */
    public boolean answersTakeCores() {
      return gain.ifOthersLeaveCores() && root.isAnsweredHere();
    }

    @Override
    public Optional<Frame> location() {
      return root.site();
    }
  }

  /**
   * CPU time is burnt at code for which the cores contend.
   *
   * @param fewCores on which a unit of work costs what the program itself needs
   * @param cores all of them
   * @param gainAtMost additional throughput at most: 0.67 means +67 %
   */
  record Burning(Burn burn, int fewCores, int cores, double savedShareAtMost, double gainAtMost)
      implements Finding {
    /**
     * Who spins or reads in vain does so on few cores, too, and looks see threads that have lost
     * their core: of those most often the one that the others spin for. A read lock that several
     * threads hold costs each of them more than one of its own, on one core, too.
     */
    @Override
    public boolean orMore() {
      return switch (burn.kind()) {
        case SPINNING, HAND_OVER -> true;
        default ->
            CodeOrigin.isOptimisticRead(burn.object()) || CodeOrigin.isReadWriteLock(burn.object());
      };
    }

    @Override
    public FindingKind kind() {
      return burn.kind();
    }

    @Override
    public Optional<Frame> location() {
      return burn.site();
    }
  }

  /**
   * Fewer cores are faster, and no single site explains it.
   *
   * @param bestCores on which it is fastest
   * @param cores all of them
   * @param speed there, against that on all
   * @param inflation CPU time per unit of work on all cores against that on few
   */
  record NegativeScaling(
      int bestCores, int cores, Interval speed, Interval inflation, double savedShareAtMost)
      implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.NEGATIVE_SCALING;
    }
  }

  /**
   * The control group's CPU quota stops the program.
   *
   * @param cores that the quota is worth at most, as far as the program got them
   * @param periods in which it ran out
   */
  record CpuQuota(double cores, long periods, long throttledNanos, double savedShareAtMost)
      implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.CPU_QUOTA;
    }
  }

  /**
   * CPU time goes to making and throwing exceptions.
   *
   * @param type class of the most frequent one, as far as stacks tell; or empty
   * @param perSecond exceptions and errors made a second; negative where unknown
   * @param share of the CPU time of the application's threads, by samples
   */
  record Exceptions(
      String type,
      Optional<Frame> location,
      double perSecond,
      double share,
      double savedShareAtMost)
      implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.EXCEPTIONS;
    }
  }

  /**
   * Hot code isn't compiled.
   *
   * @param cacheFull whether the code cache was full, so that the compiler had stopped
   */
  record Interpreted(boolean cacheFull, InterpretedCode code, double savedShareAtMost)
      implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.COMPILATION;
    }

    @Override
    public Optional<Frame> location() {
      return cacheFull || code.most().isEmpty()
          ? Optional.empty()
          : Optional.of(Frame.parse(code.most()));
    }
  }

  /**
   * An option of the JVM leaves out its optimizing compiler C2, and what computes is slower for it;
   * nobody measured by how much.
   *
   * @param busyShare of the cores
   */
  record Unoptimized(String option, double busyShare) implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.COMPILATION;
    }
  }

  /**
   * The JVM stops all threads again and again for what one of them asks for.
   *
   * @param operation for which most time went, as HotSpot names it; empty for collections that
   *     waited until all threads had stopped
   * @param caller name of the thread that asks for it; empty where unknown
   * @param perSecond how often it does
   * @param stoppedShare of the time, for all such operations
   * @param reachShare of the time, until all threads had stopped; part of {@code stoppedShare}
   */
  record Safepoints(
      String operation,
      String caller,
      Optional<Frame> location,
      double perSecond,
      double stoppedShare,
      double reachShare)
      implements Finding {
    /** Whether most of it is what collections wait for until they begin. */
    public boolean untilCollection() {
      return operation.isEmpty();
    }

    @Override
    public FindingKind kind() {
      return FindingKind.SAFEPOINTS;
    }

    @Override
    public double savedShareAtMost() {
      return stoppedShare;
    }
  }

  /**
   * The JVM interrupts each of its threads again and again for what some of them ask for, such as
   * closing memory that all of them may use.
   *
   * @param caller name of the thread that asks for most
   * @param callers how many threads ask for it
   * @param call the method of the JDK by which they do; empty where unknown
   * @param perSecond how often they do
   * @param share of the time for which the JVM's thread does that, and each that asked waits
   * @param savedShareAtMost each caller's part of that, as far as the program's work is theirs
   */
  record Handshakes(
      String caller,
      int callers,
      Optional<Frame> location,
      Optional<Frame> call,
      double perSecond,
      double share,
      double savedShareAtMost)
      implements Finding {
    private static final String SHARED_MEMORY = "jdk.internal.foreign.";

    /** Whether memory is given back that all threads may use. */
    public boolean closeSharedMemory() {
      return call.filter(frame -> frame.className().startsWith(SHARED_MEMORY)).isPresent();
    }

    @Override
    public FindingKind kind() {
      return FindingKind.SAFEPOINTS;
    }
  }

  /**
   * CPU time goes to finding, defining or linking classes, or to making method handles.
   *
   * @param handles whether most of it goes to method handles
   * @param share of the CPU time of the application's threads, by samples
   * @param collectedShare of the time, in pauses of collections that make room for classes
   */
  record ClassLoading(
      Optional<Frame> location,
      boolean handles,
      double share,
      double collectedShare,
      double savedShareAtMost)
      implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.CLASS_LOADING;
    }
  }

  /**
   * Threads that wait for a condition are woken so often that this takes much of the CPU time.
   *
   * @param object class of the lock to which the condition belongs
   * @param perSecond how often one of them is woken
   * @param waiting threads that wait there, on average
   * @param share of the CPU time that it takes to put them to sleep and to wake them up
   */
  record Herd(
      String object,
      Optional<Frame> location,
      double perSecond,
      double waiting,
      double share,
      double savedShareAtMost)
      implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.HAND_OVER;
    }

    /** The same where waiting for the lock there may cost more. */
    Herd atLeast(double saved) {
      return new Herd(
          object, location, perSecond, waiting, share, Math.max(saved, savedShareAtMost));
    }
  }

  /**
   * CPU time goes to virtual threads that do so little each time that starting, parking and waking
   * them takes much of it.
   *
   * @param share of the CPU time of the application's threads, by samples
   */
  record VirtualSwitches(Optional<Frame> location, double share, double savedShareAtMost)
      implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.HAND_OVER;
    }
  }

  /**
   * More threads want to run than there are cores, which are all busy.
   *
   * @param busyShare of the cores, by all processes
   * @param waitingThreads threads that waited for a core that no other process used, on average
   */
  record Oversubscribed(int cores, double busyShare, double waitingThreads) implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.OVERSUBSCRIBED;
    }
  }

  /**
   * A lock's holder loses its processor while others wait for the lock.
   *
   * @param waitingThreads threads that wait for the lock on average
   * @param timesPerSecond how often it loses it
   * @param awayNanos for how long, on average
   * @param sectionsShort whether its sections were timed, and there is little to shorten
   * @param throttling of the control group, which is then the cause; else there are more threads to
   *     run than {@code cores}
   */
  record HolderDescheduled(
      LockRow lock,
      double waitingThreads,
      double timesPerSecond,
      double awayNanos,
      boolean sectionsShort,
      Optional<Throttling> throttling,
      int cores)
      implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.HOLDER_DESCHEDULED;
    }

    @Override
    public Optional<Frame> location() {
      return lock.site().map(LockSite::frame);
    }
  }

  /**
   * One thread works, the others have nothing to do.
   *
   * @param longest the longest such phase
   * @param serialSeconds length of all of them, of {@code seconds} in all
   */
  record SerialPhase(
      Phase longest, int serialSeconds, int seconds, int cores, double savedShareAtMost)
      implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.SERIAL_PHASE;
    }

    @Override
    public Optional<Frame> location() {
      return longest.site();
    }
  }

  /**
   * Garbage collection stops the program for a good part of the time, or threads wait for memory
   * that it has yet to free.
   *
   * @param stalledShare of the time of threads that run or wait for memory, 0 to 1
   * @param cause of the collections that paused longest in all, as HotSpot names it
   * @param causeShare of all pauses
   * @param finalized what is made with a finalizer, if that costs much
   */
  record GarbageCollection(
      ProcessSummary process,
      String cause,
      double causeShare,
      HeapUse heap,
      double stalledShare,
      Optional<Finalized> finalized)
      implements Finding {
    /** Share of the heap in use after a collection from which on it is too small. */
    private static final double NEARLY_FULL = 0.6;

    @Override
    public FindingKind kind() {
      return FindingKind.GC;
    }

    /** Whether it costs more that threads wait for memory than that collections stop them. */
    public boolean stalls() {
      return stalledShare > process.gcPauseShare();
    }

    /** Whether most pauses are for collections that the program asked for. */
    public boolean asked() {
      return !stalls() && 2 * process.explicitGcPauseNanos() >= process.gcPauseNanos();
    }

    /** Whether the JDK asked for them, to free direct buffers that nobody uses any more. */
    public boolean forBuffers() {
      return asked() && heap.forBuffers();
    }

    /** Whether it is for classes, which aren't on the heap. */
    public boolean forClasses() {
      return Gc.forClasses(cause);
    }

    /** Whether it is for the garbage that any program makes, with room enough for it. */
    public boolean ofGarbage() {
      return !stalls() && !asked() && !forClasses() && !heapNearlyFull();
    }

    /** Whether what lives on leaves too little of the heap for what is made. */
    public boolean heapNearlyFull() {
      return heap.liveShare() >= NEARLY_FULL;
    }

    @Override
    public Optional<Frame> location() {
      return asked() ? heap.askedAt().map(Frame::parse) : finalized.map(Finalized::at);
    }

    @Override
    public double savedShareAtMost() {
      return Math.max(stalledShare, process.gcPauseShare());
    }
  }

  /**
   * Much is written, and time goes to the kernel or to waiting.
   *
   * @param unexplainedShare share of the cores' time that is unused for no reason that was seen
   */
  record Writing(ProcessSummary process, double unexplainedShare, double savedShareAtMost)
      implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.IO;
    }
  }

  /**
   * All threads that work are busy, but they are fewer than the cores.
   *
   * @param working threads that work, on average
   */
  record TooFewThreads(double working, int cores, double savedShareAtMost) implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.TOO_FEW_THREADS;
    }
  }

  /**
   * Other processes use the cores.
   *
   * @param othersShare the share of the machine that they use
   */
  record MachineBusy(double othersShare) implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.MACHINE_BUSY;
    }
  }

  /**
   * The program waits for something outside.
   *
   * @param locksBlock whether threads block at locks too, at little cost
   * @param seen whether all that its threads waited for was seen, or only what JFR has events for
   */
  record Idle(double busyShare, boolean locksBlock, boolean seen) implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.IDLE;
    }
  }

  /**
   * The cores are busy.
   *
   * @param locksBlock whether threads block at locks too, at little cost
   * @param burntShare share of their busy time that isn't work, though no place was seen to burn
   *     it; 0 where that is little
   * @param measured whether that could be told: the program was seen on fewer cores, too
   */
  record Healthy(
      int cores, double busyShare, boolean locksBlock, double burntShare, boolean measured)
      implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.HEALTHY;
    }
  }

  /**
   * Too little was recorded to tell.
   *
   * @param tooShort whether that is since the recording covers little time; else it holds neither
   *     the use of the cores nor locks
   */
  record Unknown(boolean tooShort, long coveredNanos) implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.UNKNOWN;
    }
  }
}
