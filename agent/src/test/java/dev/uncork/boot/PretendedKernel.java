package dev.uncork.boot;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A kernel that extends slices when the test says so, on machines whose own doesn't. */
public final class PretendedKernel extends NonPreemption.Source {
  private static final PretendedKernel ONE = new PretendedKernel();

  private final ThreadLocal<@Nullable Long> bytes = new ThreadLocal<>();
  private final AtomicInteger yields = new AtomicInteger();

  private PretendedKernel() {}

  /** Sections ask this kernel from now on, until {@link NonPreemption#switchOff}. */
  public static PretendedKernel switchOn() {
    NonPreemption.source = ONE;
    NonPreemption.switchOn(NonPreemption.Way.EXTENSION);
    return ONE;
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
