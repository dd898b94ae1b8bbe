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

/** CPU time and place of one thread over the last tick; threads that did not run are left out. */
@Name(EventName.THREAD_CPU)
@Label("Thread CPU")
@Description(
    "CPU time and place of one thread over the last tick; threads that did not run are left out.")
@Category({"Uncork", "Cores"})
@StackTrace(false)
public final class ThreadCpuEvent extends Event {
  @Label("OS Thread Id")
  public long osThreadId;

  @Label("Thread Name")
  @Description("Java name of the thread where known, else the name that the kernel shows")
  public @Nullable String threadName;

  @Label("CPU")
  @Description("CPU that the thread last ran on")
  public int cpu;

  @Label("NUMA Node")
  @Description("NUMA node of that CPU, or -1 where unknown")
  public int node;

  @Label("CPU Time")
  @Timespan(Timespan.NANOSECONDS)
  public long cpuTime;

  @Label("Run Queue Time")
  @Description(
      "How long it was ready to run but had no CPU, since its last such event; negative where unknown")
  @Timespan(Timespan.NANOSECONDS)
  public long runQueueTime;

  @Label("Turn Time")
  @Description(
      "CPU time that it used each time it got a CPU, on average since it began; negative where"
          + " unknown")
  @Timespan(Timespan.NANOSECONDS)
  public long turnTime;

  @Label("Interval")
  @Timespan(Timespan.NANOSECONDS)
  public long interval;
}
