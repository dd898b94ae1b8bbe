package dev.uncork.recording.event;

import dev.uncork.protocol.EventName;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** What observed this JVM, and on what machine. */
@Name(EventName.COLLECTOR_INFO)
@Label("Collector")
@Description("What observed this JVM, and on what machine.")
@Category({"Uncork", "Collector"})
@StackTrace(false)
public final class CollectorInfoEvent extends Event {
  @Label("Uncork Version")
  public @Nullable String version;

  @Label("Mode")
  @Description("run or attach")
  public @Nullable String mode;

  @Label("PID")
  public long pid;

  @Label("Command")
  @Description("Main class and arguments as the JVM knows them")
  public @Nullable String command;

  @Label("Command Line")
  @Description("The words that started the JVM, one a line, without those of Uncork")
  public @Nullable String commandLine;

  @Label("JVM")
  @Description("Name and version of the virtual machine")
  public @Nullable String jvm;

  @Label("Online CPUs")
  @Description("List of the online CPUs, as in /sys/devices/system/cpu/online")
  public @Nullable String onlineCpus;

  @Label("Available CPUs")
  @Description("Number of CPUs that the JVM may use")
  public int availableCpus;
}
