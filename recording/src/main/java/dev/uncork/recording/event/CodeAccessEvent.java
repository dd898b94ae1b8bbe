package dev.uncork.recording.event;

import dev.uncork.protocol.EventName;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A place in a hot method that touches memory which threads may share, found in its bytecode. */
@Name(EventName.CODE_ACCESS)
@Label("Code Access")
@Description("A place in a hot method that touches memory which threads may share.")
@Category({"Uncork", "Experiment"})
@StackTrace(false)
public final class CodeAccessEvent extends Event {
  @Label("Method")
  @Description("Class and method, as in com.acme.Cache.put")
  public @Nullable String method;

  @Label("Line")
  @Description("In the source file; 0 where unknown")
  public int line;

  @Label("Access")
  @Description("What is done there, as dev.uncork.protocol.CodeAccess names it")
  public @Nullable String access;

  @Label("Target")
  @Description("Field, array or class of lock that is touched; empty where bytecode doesn't say")
  public @Nullable String target;
}
