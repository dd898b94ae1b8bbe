package dev.uncork.recording.event;

import dev.uncork.protocol.EventName;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Percentage;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** Use of every CPU of the machine over the last tick, ten times a second. */
@Name(EventName.CPU_USE)
@Label("CPU Use")
@Description("Use of every CPU of the machine over the last tick, ten times a second.")
@Category({"Uncork", "Cores"})
@StackTrace(false)
public final class CpuUseEvent extends Event {
  @Label("Busy Share")
  @Description("Busy time of all online CPUs over their total time, all processes")
  @Percentage
  public float machineBusy;

  @Label("Process Busy Share")
  @Description("CPU time of this process over the time of the CPUs it may use")
  @Percentage
  public float processBusy;

  @Label("Per CPU")
  @Description("Busy percent of each online CPU in order, two hexadecimal digits each: 00 to 64")
  public @Nullable String perCpu;

  @Label("Interval")
  @Timespan(Timespan.NANOSECONDS)
  public long interval;
}
