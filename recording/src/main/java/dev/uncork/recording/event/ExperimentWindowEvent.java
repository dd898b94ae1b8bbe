package dev.uncork.recording.event;

import dev.uncork.protocol.EventName;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Some 100 ms in which the program's threads had only so many cores; its length is the event's. */
@Name(EventName.EXPERIMENT_WINDOW)
@Label("Experiment Window")
@Description("A short time in which the program's threads had only so many cores.")
@Category({"Uncork", "Experiment"})
@StackTrace(false)
public final class ExperimentWindowEvent extends Event {
  @Label("Window")
  @Description("Number of the window, as in Window Work")
  public long window;

  @Label("Round")
  @Description("Windows of one round lie side by side, one for each number of cores")
  public int round;

  @Label("Cores")
  @Description("Cores that the program's threads could use")
  public int cores;

  @Label("CPU Time")
  @Description("Used by the program's own threads, not by the JVM's and Uncork's")
  @Timespan
  public long cpuTime;

  @Label("Threads")
  @Description("Threads held on these cores; 0 where all cores could be used")
  public int threads;
}
