package dev.uncork.boot.reserve;

import dev.uncork.boot.jvm.Fence;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Which classes' objects may be reserved, and what came of it: one group per class, switched off
 * when too many of its reservations are revoked, taken back on request, and the switch for all.
 *
 * <p>Called by application threads ({@link #of}) and by the agent's thread (the rest).
 */
public final class ReserveGroups {
  private static final int REVOCATIONS_LIMIT = limit();
  private static final long WINDOW_NANOS = 25_000_000_000L;

  private static final ConcurrentLinkedQueue<Group> ALL = new ConcurrentLinkedQueue<>();

  /** Classes that were taken back, by name, and why. */
  private static final ConcurrentHashMap<String, String> TAKEN_BACK = new ConcurrentHashMap<>();

  private static final ClassValue<Group> GROUPS =
      new ClassValue<>() {
        @Override
        protected Group computeValue(Class<?> type) {
          // Whatever was decided when classes were loaded, only this class as it is now counts.
          String method = Fence.stockMethod0(type);
          Group group = new Group(type, stock(method, Superclasses.against(type)));
          ALL.add(group);
          group.takeBack(); // Who takes its class back from now on finds it.
          return group;
        }
      };

  private ReserveGroups() {}

  private static @Nullable String stock(@Nullable String method, @Nullable String against) {
    return method == null ? against : "its method " + method + " takes the stock monitor";
  }

  /** Property {@code uncork.reserve.revocations}, for soaks that must not end reserving. */
  @SuppressWarnings("removal") // On JDK 17 a security manager may confine our callers.
  private static int limit() {
    return AccessController.doPrivileged(
        (PrivilegedAction<Integer>) () -> Integer.getInteger("uncork.reserve.revocations", 32));
  }

  /** One class and the reservations of its objects. */
  public static final class Group {
    private final String className;
    private final List<String> rewritten;
    private final @Nullable String stockBecause;
    private final LongAdder reservations = new LongAdder();
    private volatile boolean reserving;
    private volatile @Nullable String takenBackBecause;

    // Guarded by this; revocations are rare.
    private long revocations;
    private long windowBegin;
    private int revocationsInWindow;

    Group(Class<?> type, @Nullable String stockBecause) {
      this.className = type.getName();
      this.rewritten = rewritten(type);
      this.stockBecause = stockBecause;
      this.reserving = stockBecause == null;
    }

    /** A class and those of its superclasses that were rewritten. Loads none. */
    private static List<String> rewritten(Class<?> type) {
      List<String> names = new ArrayList<>();
      for (Class<?> at = type; at != null; at = at.getSuperclass()) {
        for (Class<?> face : at.getInterfaces()) {
          if (face == Reservable.class) {
            names.add(at.getName());
          }
        }
      }
      return names;
    }

    /** Stops reserving if one of its classes was taken back; true the first time. */
    synchronized boolean takeBack() {
      for (String name : rewritten) {
        String why = TAKEN_BACK.get(name);
        if (why != null && stockBecause == null && takenBackBecause == null) {
          takenBackBecause = why;
          reserving = false;
          return true;
        }
      }
      return false;
    }

    boolean reserving() {
      return ReserveHooks.allowed() && reserving;
    }

    void reserved() {
      reservations.increment();
    }

    synchronized void revoked() {
      revocations++;
      long now = System.nanoTime();
      if (revocationsInWindow == 0 || now - windowBegin > WINDOW_NANOS) {
        windowBegin = now;
        revocationsInWindow = 0;
      }
      if (++revocationsInWindow >= REVOCATIONS_LIMIT) {
        reserving = false;
      }
    }

    /** Name of the class. */
    public String className() {
      return className;
    }

    /** Objects reserved so far. */
    public long reservations() {
      return reservations.sum();
    }

    /** Reservations revoked so far. */
    public synchronized long revocations() {
      return revocations;
    }

    /** Whether this class lost reservation because of its revocations. */
    public boolean switchedOff() {
      return !reserving && stockBecause == null && takenBackBecause == null;
    }

    /** Why it was taken back, or null. */
    public @Nullable String takenBackBecause() {
      return takenBackBecause;
    }

    /** Why its objects keep the stock monitor, as the class turned out to be, or null. */
    public @Nullable String stockBecause() {
      return stockBecause;
    }
  }

  /** The group of the objects of a class. */
  static Group of(Class<?> type) {
    return GROUPS.get(type);
  }

  /** All classes of which an object asked to be reserved. */
  public static List<Group> all() {
    return new ArrayList<>(ALL);
  }

  /**
   * Tries the fence and has native code's locking seen. Reservations are not allowed yet.
   *
   * @return null when they can be allowed, else why not, in one line
   */
  public static @Nullable String probe() {
    try {
      String reason = Fence.probe();
      if (reason == null) {
        String litmus = ReservationLitmus.run(ReserveGroups::fence);
        reason = litmus.isEmpty() ? null : litmus;
      }
      return reason == null ? Fence.watchNativeCode0() : reason;
    } catch (LinkageError e) {
      return e.toString();
    }
  }

  private static boolean fence() {
    Fence.heavy(null);
    return true;
  }

  /**
   * Returns when the first object could be reserved, were that allowed, or never will be. For one
   * thread.
   */
  public static void awaitWanted() {
    ReserveHooks.awaitWanted();
  }

  /** Allows reservations; everything that may lock a reserved object is hooked by now. */
  public static void allow() {
    ReserveHooks.allow(true);
  }

  /**
   * Tries the fence and then allows reservations.
   *
   * @return null when they are allowed, else why not, in one line
   */
  public static @Nullable String switchOn() {
    String reason = probe();
    ReserveHooks.allow(reason == null);
    return reason;
  }

  /**
   * Takes classes and their subclasses back, like {@link #switchOffAll}: from its return on nobody
   * enters one of their objects by a reservation, and none is made.
   *
   * @param classes why, by the names of rewritten classes, with dots; others don't matter
   */
  public static void takeBack(Map<String, String> classes) {
    classes.forEach(TAKEN_BACK::putIfAbsent);
    Set<Group> groups = new HashSet<>();
    for (Group group : ALL) {
      if (group.takeBack()) {
        groups.add(group);
      }
    }
    if (!groups.isEmpty()) {
      for (Object one : Fence.instances0(MonitorReservation.class)) {
        MonitorReservation reservation = (MonitorReservation) one;
        if (groups.contains(reservation.group)) {
          reservation.close();
        }
      }
    }
  }

  /**
   * The kill switch: from its return on nobody enters by a reservation, and none is made. Who is
   * inside stays there undisturbed.
   *
   * @return the number of reservations that it ended
   */
  public static int switchOffAll() {
    ReserveHooks.allow(false);
    ReserveHooks.want(); // Nobody needs to wait for that any more.
    // A thread that saw "allowed" before has made its reservation before the heap is walked, or
    // looks again and finds it gone.
    Object[] live = Fence.instances0(MonitorReservation.class);
    for (Object one : live) {
      ((MonitorReservation) one).close();
    }
    return live.length;
  }
}
