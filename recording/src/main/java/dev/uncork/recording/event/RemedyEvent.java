package dev.uncork.recording.event;

import dev.uncork.protocol.EventName;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A remedy that was applied to something, refused, or undone. */
@Name(EventName.REMEDY)
@Label("Remedy")
@Description("A remedy that was applied to something, refused, or undone.")
@Category({"Uncork", "Remedies"})
@StackTrace(false)
public final class RemedyEvent extends Event {
  @Label("Remedy")
  @Description("reserve, counter, ...")
  public @Nullable String remedy;

  @Label("Target")
  @Description("What it was applied to, such as a class")
  public @Nullable String target;

  @Label("State")
  @Description("applied, refused or undone")
  public @Nullable String state;

  @Label("Detail")
  @Description("How much, or why not and where")
  public @Nullable String detail;
}
