package dev.uncork.recording.event;

import dev.uncork.protocol.EventName;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** One thing that the collector can or cannot do in this JVM. */
@Name(EventName.CAPABILITY)
@Label("Capability")
@Description("One thing that the collector can or cannot do in this JVM.")
@Category({"Uncork", "Collector"})
@StackTrace(false)
public final class CapabilityEvent extends Event {
  @Label("Name")
  @Description("monitors, juc, holders, cores, threads, progress, ...")
  public @Nullable String name;

  @Label("Available")
  public boolean available;

  @Label("Detail")
  @Description("What is missing, what that costs and how to get it; empty when available")
  public @Nullable String detail;
}
