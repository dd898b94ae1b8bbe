package dev.uncork.recording.event;

import dev.uncork.protocol.EventName;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** Reservations of one class's objects since the event before. */
@Name(EventName.RESERVATION)
@Label("Lock Reservation")
@Description("Reservations of one class's objects since the event before.")
@Category({"Uncork", "Remedies"})
@StackTrace(false)
public final class ReservationEvent extends Event {
  @Label("Lock Class")
  public @Nullable String lockClass;

  @Label("Reservations")
  @Description("Objects reserved for the thread that kept locking them")
  public long reservations;

  @Label("Revocations")
  @Description("Reservations that ended because another thread wanted the object's lock")
  public long revocations;

  @Label("Switched Off")
  @Description("Whether too many revocations ended reserving objects of this class")
  public boolean switchedOff;
}
