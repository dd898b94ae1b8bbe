package dev.uncork.recording.event;

import dev.uncork.protocol.EventName;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** How much of one kind of work the program did in a window of the experiment. */
@Name(EventName.WINDOW_WORK)
@Label("Window Work")
@Description("How much of one kind of work the program did in a window of the experiment.")
@Category({"Uncork", "Experiment"})
@StackTrace(false)
public final class WindowWorkEvent extends Event {
  @Label("Window")
  @Description("Number of the window, as in Experiment Window")
  public long window;

  @Label("Unit")
  @Description("Kind of what is counted, as dev.uncork.protocol.WorkUnit names it")
  public @Nullable String unit;

  @Label("Name")
  @Description("What is counted: a field, a method, a class of locks; empty for bytes allocated")
  public @Nullable String name;

  @Label("Amount")
  public long amount;
}
