package dev.uncork.agent.remedy.reserve;

import dev.uncork.agent.remedy.RemedyEvents;
import dev.uncork.boot.reserve.ReserveGroups;
import dev.uncork.protocol.RemedyState;
import dev.uncork.recording.event.ReservationEvent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What became of each class's reservations, told in the recording as it happens. */
final class ReservationCounts {
  private final RemedyEvents events;
  private final Map<ReserveGroups.Group, long[]> emitted = new HashMap<>();
  private final Set<ReserveGroups.Group> kept = new HashSet<>();
  private final Set<ReserveGroups.Group> takenBack = new HashSet<>();

  ReservationCounts(RemedyEvents events) {
    this.events = events;
  }

  /** Tells what changed since the last call. One caller at a time. */
  void tell() {
    for (ReserveGroups.Group group : ReserveGroups.all()) {
      String stock = group.stockBecause();
      if (stock != null && kept.add(group)) {
        events.tell(group.className(), RemedyState.REFUSED, stock);
      }
      String back = group.takenBackBecause();
      if (back != null && takenBack.add(group)) {
        events.tell(group.className(), RemedyState.UNDONE, back);
      }
      long reservations = group.reservations();
      long revocations = group.revocations();
      long[] before = emitted.computeIfAbsent(group, g -> new long[2]);
      if (reservations != before[0] || revocations != before[1]) {
        ReservationEvent event = new ReservationEvent();
        event.lockClass = group.className();
        event.reservations = reservations - before[0];
        event.revocations = revocations - before[1];
        event.switchedOff = group.switchedOff();
        event.commit();
        before[0] = reservations;
        before[1] = revocations;
      }
    }
  }

  /** Some words. */
  String summary() {
    long reservations = 0;
    long revocations = 0;
    int switchedOff = 0;
    int takenBack = 0;
    for (ReserveGroups.Group group : ReserveGroups.all()) {
      reservations += group.reservations();
      revocations += group.revocations();
      switchedOff += group.switchedOff() ? 1 : 0;
      takenBack += group.takenBackBecause() != null ? 1 : 0;
    }
    return reservations
        + " objects reserved, "
        + revocations
        + " revoked"
        + (switchedOff == 0 ? "" : ", " + switchedOff + " classes given up")
        + (takenBack == 0
            ? ""
            : ", " + takenBack + (takenBack == 1 ? " class" : " classes") + " taken back");
  }
}
