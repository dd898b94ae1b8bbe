package dev.uncork.boot.reserve;

import dev.uncork.boot.jvm.Fence;
import dev.uncork.boot.jvm.PlainClasses;
import dev.uncork.boot.jvm.VirtualThreads;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What classes rewritten for lock reservation call, around their synchronized methods and at every
 * wait and notification; before a {@code monitorenter} it is {@code MonitorHooks}.
 *
 * <p>Invariant: whoever holds an object's monitor has seen the object's reservation revoked, or is
 * its owner. A reservation is made with the monitor held; who wants the monitor revokes a foreign
 * reservation before, and looks again after. Once revoked, an object's reservation never changes.
 * Where rewritten code can't look again (a block of any shape), {@link #beforeMonitor} leaves no
 * object without a reservation: it makes one for the calling thread, or a revoked one, so that no
 * other thread can make one in between.
 *
 * <p>Classes that the JVM needs to start may be rewritten too: until reservations are allowed,
 * nothing here initializes more than itself and {@link MonitorReservation}.
 */
public final class ReserveHooks {
  private static final int LEARNING_ACQUIRES = 8;
  private static final int COUNT_MASK = 0xff;

  /** Here, not in {@link ReserveGroups}, which the JVM can't initialize while it starts. */
  private static volatile boolean allowed;

  /** Whether an object could have been reserved, had that been allowed. */
  private static volatile boolean wanted;

  /** Who waits for that; set only when the JVM has started. */
  private static volatile @Nullable Thread waiting;

  private ReserveHooks() {}

  /**
   * The reservation that the calling thread entered by; or null to take the monitor, which no other
   * thread has reserved then.
   */
  public static @Nullable MonitorReservation enter(Reservable object) {
    Object reservation = object.uncork$reservation();
    // First what needs no look at the reservation itself: an object that threads share pays for it.
    if (reservation == null || reservation == MonitorReservation.REVOKED) {
      return null;
    }
    return enter(object, (MonitorReservation) reservation);
  }

  private static @Nullable MonitorReservation enter(
      Reservable object, MonitorReservation reservation) {
    return reservation.owner == Thread.currentThread()
        ? own(reservation)
        : foreign(object, reservation);
  }

  private static @Nullable MonitorReservation own(MonitorReservation reservation) {
    return reservation.enter() ? reservation : null;
  }

  private static @Nullable MonitorReservation foreign(
      Reservable object, MonitorReservation reservation) {
    if (reservation != MonitorReservation.REVOKED) {
      revoke(object, reservation);
    }
    return null;
  }

  /** Leaves what {@link #enter} entered. */
  public static void exit(MonitorReservation reservation, Object object) {
    if (!reservation.exit()) {
      Fence.monitorExit0(object); // It was converted: see beforeWait.
    }
  }

  /**
   * After a synchronized method has taken the monitor: whether it may stay; if not, it gives the
   * monitor back and starts again at {@link #enter}.
   */
  public static boolean entered(Reservable object) {
    // First what is for good: an object that threads share pays for little more than this.
    return object.uncork$reservation() == MonitorReservation.REVOKED || learnt(object);
  }

  private static boolean learnt(Reservable object) {
    MonitorReservation reservation = of(object);
    if (reservation == null) {
      learn(object);
      return true;
    }
    return reservation.owner == Thread.currentThread();
  }

  /** Before the monitor of an object is entered by a block: see {@code MonitorHooks}. */
  public static void beforeMonitor(Reservable object) {
    MonitorReservation reservation = of(object);
    if (reservation != MonitorReservation.REVOKED
        && (reservation == null || reservation.owner != Thread.currentThread())) {
      settle(object);
    }
  }

  /** In place of {@code object.wait()}. */
  public static void waits(Object object) throws InterruptedException {
    takeMonitor(object);
    object.wait();
  }

  /** In place of {@code object.wait(millis)}. */
  public static void waits(Object object, long millis) throws InterruptedException {
    takeMonitor(object);
    object.wait(millis);
  }

  /** In place of {@code object.wait(millis, nanos)}. */
  public static void waits(Object object, long millis, int nanos) throws InterruptedException {
    takeMonitor(object);
    object.wait(millis, nanos);
  }

  /** In place of {@code object.notify()}. */
  public static void notifies(Object object) {
    takeMonitor(object);
    object.notify();
  }

  /** In place of {@code object.notifyAll()}. */
  public static void notifiesAll(Object object) {
    takeMonitor(object);
    object.notifyAll();
  }

  /**
   * What needs the monitor itself: a thread that is inside by its reservation takes it now, as
   * often, and gives it back where it would have left the reservation. The object is not reserved
   * again: a thread that returns from a wait takes the monitor without looking.
   */
  private static void takeMonitor(@Nullable Object object) {
    if (!(object instanceof Reservable reservable)) {
      return;
    }
    MonitorReservation reservation = of(reservable);
    if (reservation == null) {
      if (Thread.holdsLock(object)) {
        reservable.uncork$reservation(MonitorReservation.REVOKED);
      }
    } else if (reservation.owner == Thread.currentThread()) {
      for (int i = reservation.holds(); i > 0; i--) {
        Fence.monitorEnter0(object); // Nobody holds it for long: others revoke before.
      }
      boolean first = reservation.convert();
      reservable.uncork$reservation(MonitorReservation.REVOKED);
      if (first) {
        ReserveGroups.of(object.getClass()).revoked();
      }
    }
  }

  /** In place of {@link Thread#holdsLock}. */
  public static boolean holdsLock(Object object) {
    if (object instanceof Reservable reservable) {
      MonitorReservation reservation = of(reservable);
      if (reservation != null
          && reservation.owner == Thread.currentThread()
          && reservation.holds() != 0) {
        return true;
      }
    }
    return Thread.holdsLock(object);
  }

  /** After {@code Object.clone}: the copy is another object, with a monitor of its own. */
  public static Object cloned(Object copy) {
    if (copy instanceof Reservable reservable) {
      reservable.uncork$reservation(null);
    }
    return copy;
  }

  private static void settle(Reservable object) {
    MonitorReservation reservation = of(object);
    if (reservation == null) {
      synchronized (object) {
        reservation = of(object);
        if (reservation == null) {
          if (!reserve(object)) {
            object.uncork$reservation(MonitorReservation.REVOKED);
          }
          return;
        }
      }
    }
    if (reservation.owner != Thread.currentThread()) {
      foreign(object, reservation);
    }
  }

  private static @Nullable MonitorReservation of(Reservable object) {
    return (MonitorReservation) object.uncork$reservation();
  }

  private static void revoke(Reservable object, MonitorReservation reservation) {
    if (reservation.revoke()) {
      ReserveGroups.of(object.getClass()).revoked();
    }
    object.uncork$reservation(MonitorReservation.REVOKED);
  }

  /** Counts an acquire of the monitor; the last one that it takes makes the reservation. */
  private static void learn(Reservable object) {
    // A hint, so it may collide. Not getId(), which a subclass can override.
    int thread = System.identityHashCode(Thread.currentThread()) << 8;
    int learnt = object.uncork$learnt();
    int count = (learnt & ~COUNT_MASK) == thread ? (learnt & COUNT_MASK) + 1 : 1;
    if (count < LEARNING_ACQUIRES) {
      object.uncork$learnt(thread | count);
    } else if (!allowed) {
      want(); // And learn on: it can be reserved when that is allowed.
    } else if (!reserve(object)) {
      object.uncork$reservation(MonitorReservation.REVOKED);
    }
  }

  /** Makes the reservation for the calling thread, which holds the monitor, if that is allowed. */
  private static boolean reserve(Reservable object) {
    if (!allowed) {
      want();
      return false; // Not yet, perhaps: classes rewritten early run before the agent starts.
    }
    Thread current = Thread.currentThread();
    ReserveGroups.Group group = ReserveGroups.of(object.getClass());
    if (!group.reserving() || VirtualThreads.isOne(current)) {
      return false;
    }
    object.uncork$reservation(new MonitorReservation(current, group));
    // Looked at again after the object is in sight: see ReserveGroups.switchOffAll.
    if (!group.reserving()) {
      return false;
    }
    group.reserved();
    return true;
  }

  static void want() {
    if (!wanted) {
      wanted = true; // Before the look who waits: see awaitWanted.
      Thread thread = waiting;
      if (thread != null) {
        LockSupport.unpark(thread);
      }
    }
  }

  /**
   * Returns when the first object could be reserved. For one thread, which is never interrupted.
   */
  static void awaitWanted() {
    waiting = Thread.currentThread();
    while (!wanted) {
      LockSupport.park();
    }
    waiting = null;
  }

  static void allow(boolean now) {
    PlainClasses.jvmStarted();
    allowed = now;
  }

  static boolean allowed() {
    return allowed;
  }
}
