package dev.uncork.recording.event;

import dev.uncork.protocol.EventName;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/**
 * A stack seen at a contended lock: of a thread that was blocked at it, or of the thread that held
 * it.
 */
@Name(EventName.LOCK_STACK)
@Label("Lock Stack")
@Description(
    "A stack seen at a contended lock: of a thread that was blocked at it, or of the thread that held it.")
@Category({"Uncork", "Locks"})
@StackTrace(false)
public final class LockStackEvent extends Event {
  @Label("Lock Class")
  public @Nullable String lockClass;

  @Label("Instance")
  @Description("Identity hash code of the lock object")
  public int instance;

  @Label("Kind")
  @Description("monitor, juc or juc-shared")
  public @Nullable String kind;

  @Label("Role")
  @Description("waiter: the stack of blocked acquires; holder: a sample of the owner")
  public @Nullable String role;

  @Label("Thread")
  @Description("Name of the holder thread; empty for waiters, which are summed over threads")
  public @Nullable String threadName;

  @Label("Stack")
  @Description("Frames, innermost first, one a line: com.acme.Cache.put(Cache.java:42)")
  public @Nullable String stack;

  @Label("Count")
  @Description("Blocked acquires that this stack stands for (waiter), or samples (holder)")
  public long count;

  @Label("Wait Time")
  @Timespan(Timespan.NANOSECONDS)
  public long waitTime;

  @Label("Verified")
  @Description("Whether a holder's stack was seen to hold the lock; true for waiters")
  public boolean verified;
}
