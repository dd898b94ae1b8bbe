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

/** What one thread was doing, running or waiting, at a moment at which many were looked at. */
@Name(EventName.THREAD_SAMPLE)
@Label("Thread Sample")
@Description(
    "What one thread was doing, running or waiting, at a moment at which many were looked at.")
@Category({"Uncork", "Threads"})
@StackTrace(false)
public final class ThreadSampleEvent extends Event {
  @Label("Snapshot")
  @Description("Number of the moment; the same for all threads that were looked at then")
  public long snapshot;

  @Label("Thread Id")
  @Description("The thread's id in Java")
  public long threadId;

  @Label("Thread Name")
  public @Nullable String threadName;

  @Label("Thread State")
  @Description("As java.lang.Thread.State names it")
  public @Nullable String threadState;

  @Label("CPU Time")
  @Description("Used since the thread was looked at before; negative where unknown")
  @Timespan(Timespan.NANOSECONDS)
  public long cpuTime;

  @Label("Interval")
  @Description("Time since the thread was looked at before; 0 at the first time")
  @Timespan(Timespan.NANOSECONDS)
  public long interval;

  @Label("Weight")
  @Description("Number of threads that it stands for: more than one where not all are looked at")
  public float weight;

  @Label("Stack Id")
  @Description("Number of its stack; 0 where the stack isn't known")
  public int stackId;

  @Label("Stack")
  @Description(
      "Frames, innermost first, one a line: com.acme.Cache.put(Cache.java:42); told every ten seconds for each stack")
  public @Nullable String stack;

  @Label("Blocker Class")
  @Description(
      "Class of the object that it is blocked at, waits on or is parked for, java.net.ServerSocket where it waits to read from a connection that came in; or empty")
  public @Nullable String blockerClass;

  @Label("Instance")
  @Description("Identity hash code of that object, or of the lock whose condition it is, or 0")
  public int instance;

  @Label("Owner")
  @Description("Id of the thread that owns that object, or whose end is awaited there, or -1")
  public long owner;

  @Label("Peer")
  @Description(
      "Host and port of the connection that it waits to read from, where the program opened that; path of a file; or empty")
  public @Nullable String peer;

  @Label("Pool")
  @Description("Identity hash code of the thread pool whose worker it is, or 0")
  public int pool;
}
