package dev.uncork.boot.nopreempt;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A kernel that extends slices when the test says so, and has longer ones, on machines whose own
 * doesn't.
 */
public final class PretendedKernel extends NonPreemption.Source {
  private static final PretendedKernel ONE = new PretendedKernel();

  private final ThreadLocal<@Nullable Long> bytes = new ThreadLocal<>();
  private final AtomicInteger yields = new AtomicInteger();
  private final AtomicInteger turns = new AtomicInteger();
  private final AtomicInteger turnsInside = new AtomicInteger();

  private PretendedKernel() {}

  /** Sections ask this kernel from now on, until {@link NonPreemption#switchOff}. */
  public static PretendedKernel switchOn() {
    NonPreemption.source = ONE;
    NonPreemption.switchOn(NonPreemption.Way.EXTENSION);
    return ONE;
  }

  /** Threads that enter sections get longer slices from now on. */
  public static PretendedKernel lengthen() {
    NonPreemption.source = ONE;
    NonPreemption.switchOn(NonPreemption.Way.LONGER_SLICE);
    return ONE;
  }

  @Override
  long unshared() {
    return SliceBytes.allocate();
  }

  @Override
  int threadId() {
    return (int) Thread.currentThread().getId();
  }

  @Override
  int lengthen(int thread, long nanos) {
    return 0;
  }

  @Override
  void giveBack() {
    turns.incrementAndGet();
    if (NonPreemption.requested()) {
      turnsInside.incrementAndGet();
    }
  }

  /** How often threads with longer slices gave the processor back, so far. */
  public int turns() {
    return turns.get();
  }

  /** How often of these a section had begun. */
  public int turnsInside() {
    return turnsInside.get();
  }

  @Override
  long attach() {
    long address = SliceBytes.allocate();
    bytes.set(address);
    return address;
  }

  @Override
  boolean yieldNow() {
    yields.incrementAndGet();
    revoke();
    return true;
  }

  /** The calling thread was about to lose its processor. */
  public void interrupt() {
    Long address = bytes.get();
    if (address != null && SliceBytes.request(address)) {
      SliceBytes.set(address, false, true);
    }
  }

  /** The calling thread's extension is over, or it made a system call. */
  public void revoke() {
    Long address = bytes.get();
    if (address != null) {
      SliceBytes.set(address, false, false);
    }
  }

  /** How often threads gave back what was left, so far. */
  public int yields() {
    return yields.get();
  }

  /** Whether the calling thread has ever asked. */
  public boolean isKnown() {
    return bytes.get() != null;
  }
}
