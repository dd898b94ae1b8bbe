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

/** Counters of the process over the last second, from the kernel. */
@Name(EventName.PROCESS_USE)
@Label("Process Use")
@Description("Counters of the process over the last second, from the kernel.")
@Category({"Uncork", "Process"})
@StackTrace(false)
public final class ProcessUseEvent extends Event {
  @Label("User Time")
  @Timespan(Timespan.NANOSECONDS)
  public long userTime;

  @Label("System Time")
  @Timespan(Timespan.NANOSECONDS)
  public long systemTime;

  @Label("Minor Faults")
  public long minorFaults;

  @Label("Major Faults")
  public long majorFaults;

  @Label("Voluntary Switches")
  @Description("-1 where unknown: the kernel counts switches per thread")
  public long voluntarySwitches;

  @Label("Involuntary Switches")
  @Description("-1 where unknown: the kernel counts switches per thread")
  public long involuntarySwitches;

  @Label("Bytes Read")
  @Description(
      "Bytes that the process passed to read calls and the like, cached or not; -1 where unknown")
  @DataAmount
  public long bytesRead;

  @Label("Bytes Written")
  @Description(
      "Bytes that the process passed to write calls and the like, cached or not; -1 where unknown")
  @DataAmount
  public long bytesWritten;

  @Label("Resident Set Size")
  @DataAmount
  public long residentSize;

  @Label("Threads")
  public int threads;

  @Label("Throttled Periods")
  @Description("Periods in which the control group's CPU quota ran out (nr_throttled)")
  public long throttledPeriods;

  @Label("Throttled Time")
  @Description("Time for which the control group's threads were stopped by its quota")
  @Timespan(Timespan.NANOSECONDS)
  public long throttledTime;

  @Label("Interval")
  @Timespan(Timespan.NANOSECONDS)
  public long interval;
}
