package dev.uncork.recording.event;

import dev.uncork.protocol.EventName;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A thread pool at one moment: its threads, and the tasks that wait for one of them. */
@Name(EventName.POOL_USE)
@Label("Pool Use")
@Description("A thread pool at one moment: its threads, and the tasks that wait for one of them.")
@Category({"Uncork", "Threads"})
@StackTrace(false)
public final class PoolUseEvent extends Event {
  @Label("Snapshot")
  @Description("Number of the moment, as in Thread Sample")
  public long snapshot;

  @Label("Pool")
  @Description("Identity hash code of the pool")
  public int pool;

  @Label("Pool Class")
  public @Nullable String poolClass;

  @Label("Thread Name")
  @Description("Name of one of its threads")
  public @Nullable String threadName;

  @Label("Threads")
  public int threads;

  @Label("Maximum Threads")
  @Description("Threads that it may have, as it is set up now")
  public int maxThreads;

  @Label("Active")
  @Description("Threads that run a task")
  public int active;

  @Label("Queued")
  @Description("Tasks that wait for a thread")
  public int queued;

  @Label("Capacity")
  @Description("Tasks that may wait; the largest int where that isn't bounded")
  public int capacity;
}
