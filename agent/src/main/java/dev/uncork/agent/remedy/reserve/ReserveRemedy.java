package dev.uncork.agent.remedy.reserve;

import dev.uncork.agent.remedy.Observed;
import dev.uncork.agent.remedy.Remedy;
import dev.uncork.agent.remedy.RemedyEvents;
import dev.uncork.agent.remedy.RemedySite;
import dev.uncork.agent.remedy.hooks.LockHooks;
import dev.uncork.boot.jvm.OldCode;
import dev.uncork.boot.reserve.ReserveGroups;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.RemedyName;
import dev.uncork.protocol.RemedyState;
import dev.uncork.recording.read.CompilationTable.GivenUp;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lock reservation in this JVM, from the point where it is allowed until the kill switch, which
 * ends all reservations; rewritten code then takes the stock monitors.
 *
 * <p>It gets ready in a thread of its own, since the program needn't wait for what it doesn't use
 * yet, and not before the recording has started, for which the program waits.
 */
public final class ReserveRemedy implements Remedy {
  private static final long START_NANOS = 200_000_000;
  private static final long LEAST_PAUSE_NANOS = 5_000_000;
  private static final long MOST_PAUSE_NANOS = 640_000_000;

  private final RemedySite site;
  private final LockHooks hooks;
  private final RemedyEvents events = new RemedyEvents(RemedyName.RESERVE);
  private final ReservedClasses classes;
  private final ReservationCounts reservations = new ReservationCounts(events);
  private volatile Instant began = Instant.EPOCH;
  private volatile @Nullable GivenUpMethods givenUp;
  private boolean off;

  /** Changes nothing yet. */
  public ReserveRemedy(RemedySite site, LockHooks hooks) {
    this.site = site;
    this.hooks = hooks;
    this.classes = new ReservedClasses(site.classes(AgentOption.RESERVE), events);
    hooks.join(classes);
  }

  @Override
  public @Nullable String start() {
    if (site.isAttached()) {
      return RemedySite.AS_LOADED;
    }
    hooks.begin();
    return null;
  }

  @Override
  public void recordingStarted() {
    began = Instant.now();
    events.recordingStarted();
    Thread thread = new Thread(null, this::getReady, "uncork-remedies", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    thread.start();
  }

  private void getReady() {
    try {
      letStart();
      hooks.warmUp().forEach(classes::loadedBefore);
      ReserveGroups.awaitWanted();
      String reason = reserve();
      if (reason != null) {
        site.lost(RemedyName.RESERVE.label(), reason);
      }
    } catch (Throwable e) {
      site.lost(RemedyName.RESERVE.label(), "internal error: " + e);
    }
  }

  /** Getting ready takes 0.14 s of a processor, which the program's own start can use better. */
  private static void letStart() {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < START_NANOS) {
      LockSupport.parkNanos(START_NANOS);
    }
  }

  /** Allows reservations as soon as nobody can lock an object unseen; else why not, in one line. */
  private @Nullable String reserve() {
    if (isOff()) {
      return null;
    }
    String reason = ReserveGroups.probe();
    if (reason == null) {
      reason = hooks.hook();
    }
    if (reason != null) {
      return reason;
    }
    awaitOldCode(new OldCode(hooks.hooked()));
    GivenUpMethods watch = watchCompilers();
    synchronized (this) {
      if (!isOff()) {
        ReserveGroups.allow();
        givenUp = watch;
      }
    }
    if (hooks.broken() != null) { // Perhaps just before that.
      ReserveGroups.switchOffAll();
    }
    return null;
  }

  private @Nullable GivenUpMethods watchCompilers() {
    try {
      return new GivenUpMethods(
          BailoutCounter.open(site.instrumentation()), began, ReserveRemedy::takeBack, site);
    } catch (RuntimeException | LinkageError e) {
      String reason = e instanceof IllegalStateException ? e.getMessage() : e.toString();
      site.lost(
          GivenUpMethods.CAPABILITY,
          reason + "; classes stay reserved even where a compiler gives up");
      return null;
    }
  }

  /** In the thread that looks after compilers. {@link #emit} tells it. */
  private static void takeBack(List<GivenUp> methods) {
    Map<String, String> classes = new HashMap<>();
    for (GivenUp one : methods) {
      classes.putIfAbsent(one.className(), "a compiler gave up " + one);
    }
    ReserveGroups.takeBack(classes);
  }

  private synchronized boolean isOff() {
    return off || hooks.broken() != null;
  }

  /** Returns when no thread is in a method any more that it entered before that was hooked. */
  private void awaitOldCode(OldCode old) {
    long pauseNanos = LEAST_PAUSE_NANOS;
    String told = "";
    for (String where = old.where(); where != null; where = old.where()) {
      if (isOff()) {
        return;
      }
      if (pauseNanos >= MOST_PAUSE_NANOS && !where.equals(told)) {
        told = where;
        events.tell(
            "*",
            RemedyState.REFUSED,
            "not yet: a thread has been in " + where + " since before locks could be reserved");
      }
      LockSupport.parkNanos(pauseNanos);
      pauseNanos = Math.min(2 * pauseNanos, MOST_PAUSE_NANOS);
    }
  }

  @Override
  public @Nullable String second(long nowNanos, Observed observed) {
    GivenUpMethods watch = givenUp;
    if (watch != null) {
      watch.second(nowNanos);
    }
    emit();
    return null;
  }

  @Override
  public synchronized void emit() {
    String broken = hooks.broken();
    if (broken != null) {
      undo(broken);
    }
    reservations.tell();
    events.drain();
  }

  @Override
  public @Nullable String undo(String why) {
    synchronized (this) {
      if (off) {
        return null;
      }
      off = true;
    }
    GivenUpMethods watch = givenUp;
    if (watch != null) {
      watch.close();
    }
    int ended = ReserveGroups.switchOffAll();
    events.tell("*", RemedyState.UNDONE, why + "; " + ended + " reservations ended");
    return null;
  }

  @Override
  public synchronized String summary() {
    return RemedyName.RESERVE.label()
        + ": "
        + classes.summary()
        + "; "
        + reservations.summary()
        + (off ? "; switched off" : "");
  }
}
