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

/** What one lock cost since it was last reported: acquires that blocked, and waits. */
@Name(EventName.CONTENDED_LOCK)
@Label("Contended Lock")
@Description("What one lock cost since it was last reported: acquires that blocked, and waits.")
@Category({"Uncork", "Locks"})
@StackTrace(false)
public final class ContendedLockEvent extends Event {
  @Label("Lock Class")
  public @Nullable String lockClass;

  @Label("Instance")
  @Description("Identity hash code of the lock object")
  public int instance;

  @Label("Kind")
  @Description("monitor, juc (java.util.concurrent, exclusive) or juc-shared")
  public @Nullable String kind;

  @Label("Blocked Acquires")
  @Description("Exact number of acquires that blocked")
  public long blocked;

  @Label("Total Acquire Time")
  @Description("Sum of the time that blocked acquires took")
  @Timespan(Timespan.NANOSECONDS)
  public long waitTime;

  @Label("Max Acquire Time")
  @Timespan(Timespan.NANOSECONDS)
  public long maxWaitTime;

  @Label("Long Acquires")
  @Description("Number of acquires that took a millisecond or more")
  public long longBlocked;

  @Label("Waits")
  @Description("Number of Object.wait or Condition.await calls that returned")
  public long waits;

  @Label("Waited Time")
  @Timespan(Timespan.NANOSECONDS)
  public long waitedTime;
}
