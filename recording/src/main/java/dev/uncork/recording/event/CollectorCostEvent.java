package dev.uncork.recording.event;

import dev.uncork.protocol.EventName;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** What the collector itself used since the event before: a second, or some while it rests. */
@Name(EventName.COLLECTOR_COST)
@Label("Collector Cost")
@Description("What the collector itself used since the event before.")
@Category({"Uncork", "Collector"})
@StackTrace(false)
public final class CollectorCostEvent extends Event {
  @Label("CPU Time")
  @Description("CPU time of the collector thread; not of the events in application threads")
  @Timespan(Timespan.NANOSECONDS)
  public long cpuTime;

  @Label("Native Memory")
  @DataAmount
  public long nativeMemory;
}
