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

/** Operations that the application itself reported. */
@Name(EventName.PROGRESS)
@Label("Progress")
@Description("Operations that the application itself reported.")
@Category({"Uncork", "Process"})
@StackTrace(false)
public final class ProgressEvent extends Event {
  @Label("Operations")
  @Description("Operations since the start, where the source counts them; else -1")
  public long operations;

  @Label("Age")
  @Description("Time from when the source told the figures to this event")
  @Timespan(Timespan.NANOSECONDS)
  public long age;

  @Label("Rate")
  @Description("Operations per second, as reported by the source or derived from the count")
  public double rate;

  @Label("Source")
  @Description("output, jmx or api")
  public @Nullable String source;

  @Label("Label")
  @Description("What is counted, in the source's own words; empty where it has none")
  public @Nullable String label;
}
