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
 * How often and for how long one method held one class of lock, measured for a few seconds by
 * instrumenting the methods that hold the hottest locks.
 */
@Name(EventName.LOCK_DEMAND)
@Label("Lock Demand")
@Description("How often and for how long one method held locks of one class, for a few seconds.")
@Category({"Uncork", "Locks"})
@StackTrace(false)
public final class LockDemandEvent extends Event {
  @Label("Lock Class")
  public @Nullable String lockClass;

  @Label("Kind")
  @Description("monitor, juc (java.util.concurrent, exclusive) or juc-shared")
  public @Nullable String kind;

  @Label("Method")
  @Description("The method whose critical sections were measured")
  public @Nullable String method;

  @Label("Acquisitions")
  @Description("Number of acquisitions, blocked or not")
  public long acquisitions;

  @Label("Samples")
  @Description("Number of critical sections that were timed")
  public long samples;

  @Label("Median Hold Time")
  @Timespan(Timespan.NANOSECONDS)
  public long medianHold;

  @Label("Mean Hold Time")
  @Description("Mean of the samples; preemption of a holder raises it")
  @Timespan(Timespan.NANOSECONDS)
  public long meanHold;

  @Label("99th Percentile of Hold Time")
  @Timespan(Timespan.NANOSECONDS)
  public long tailHold;

  @Label("Interval")
  @Description("How long was measured")
  @Timespan(Timespan.NANOSECONDS)
  public long interval;
}
