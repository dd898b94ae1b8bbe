package dev.uncork.concurrent;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The expensive half of an asymmetric fence: a barrier that one thread runs on behalf of all
 * others, which then need none themselves.
 *
 * <p>It is available when the kernel has private expedited {@code membarrier} (Linux 4.14), Java
 * can call it, and a {@link ReservationLitmus} on this very JVM and processor finds that it does
 * what the reservation needs; all of that is tried once, when the first lock is made. Property
 * {@code uncork.reservation=off} refuses it; {@code uncork.reservation.fence=foreign} or {@code
 * native} insists on one way to make the call.
 */
final class AsymmetricFence {
  private static final int FIRST_JAVA_WITH_FOREIGN = 22;

  /** Why locks can't be reserved here, in one line; empty when they can. */
  static final String UNAVAILABLE;

  private static final @Nullable Membarrier MEMBARRIER;

  static {
    List<String> reasons = new ArrayList<>();
    Membarrier found = find(reasons);
    String litmus =
        found == null
            ? String.join("; ", reasons)
            : ReservationLitmus.run(() -> found.call(Membarrier.PRIVATE_EXPEDITED) >= 0);
    MEMBARRIER = litmus.isEmpty() ? found : null;
    UNAVAILABLE = litmus;
  }

  private AsymmetricFence() {}

  /** Orders the accesses of a reservation's owner, wherever it runs, around this call. */
  static void heavy(Reservation reservation) {
    Membarrier membarrier = MEMBARRIER;
    if (membarrier == null || membarrier.call(Membarrier.PRIVATE_EXPEDITED) < 0) {
      // Not reached after a successful probe, unless a sandbox was closed since. Walking a
      // thread's stack stops that thread at a safepoint, which orders its accesses as well.
      Thread owner = reservation.owner;
      if (owner != null && owner != Thread.currentThread()) {
        owner.getStackTrace();
      }
    }
  }

  private static @Nullable Membarrier find(List<String> reasons) {
    if ("off".equals(System.getProperty("uncork.reservation"))) {
      reasons.add("switched off by -Duncork.reservation=off");
      return null;
    }
    if (!"Linux".equals(System.getProperty("os.name"))) {
      reasons.add("no membarrier on " + System.getProperty("os.name") + "; Linux is needed");
      return null;
    }
    String only = System.getProperty("uncork.reservation.fence", "");
    if (!only.equals("native") && Runtime.version().feature() >= FIRST_JAVA_WITH_FOREIGN) {
      try {
        return registered(ForeignMembarrier.link());
      } catch (ReflectiveOperationException | IOException | RuntimeException | LinkageError e) {
        reasons.add("membarrier by java.lang.foreign: " + cause(e));
      }
    }
    if (!only.equals("foreign")) {
      try {
        return registered(NativeMembarrier.load());
      } catch (IOException | RuntimeException | LinkageError e) {
        reasons.add("membarrier by JNI: " + cause(e));
      }
    }
    return null;
  }

  private static Membarrier registered(Membarrier membarrier) throws IOException {
    int result = membarrier.call(Membarrier.REGISTER_PRIVATE_EXPEDITED);
    if (result >= 0) {
      result = membarrier.call(Membarrier.PRIVATE_EXPEDITED);
    }
    if (result < 0) {
      throw new IOException(
          "the kernel refused it (" + result + "); Linux 4.14 or newer and no sandbox are needed");
    }
    return membarrier;
  }

  private static Throwable cause(Throwable e) {
    return e.getCause() == null ? e : e.getCause();
  }
}
