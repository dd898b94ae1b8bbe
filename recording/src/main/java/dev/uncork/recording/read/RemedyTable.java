package dev.uncork.recording.read;

import static dev.uncork.recording.jfr.EventFields.count;
import static dev.uncork.recording.jfr.EventFields.text;

import dev.uncork.protocol.EventField;
import dev.uncork.protocol.RemedyState;
import dev.uncork.recording.Note;
import dev.uncork.recording.parse.JfrEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What remedies did to the program's classes. */
final class RemedyTable {
  private final Map<String, Targets> remedies = new LinkedHashMap<>();
  private final Map<String, Reserved> reserved = new LinkedHashMap<>();

  /** The targets of one remedy. */
  private static final class Targets {
    final List<String> applied = new ArrayList<>();
    final List<Note.RemedyUse.Target> kept = new ArrayList<>();
    final List<Note.RemedyUse.Target> undone = new ArrayList<>();
    int refused;
  }

  /** The reservations of one class. */
  private static final class Reserved {
    long reservations;
    long revocations;
    boolean switchedOff;
  }

  void remedy(JfrEvent event) {
    String target = text(event, EventField.TARGET);
    String detail = text(event, EventField.DETAIL);
    Targets targets =
        remedies.computeIfAbsent(text(event, EventField.REMEDY), name -> new Targets());
    switch (RemedyState.of(text(event, EventField.STATE)).orElse(RemedyState.REFUSED)) {
      case APPLIED -> targets.applied.add(target);
      case KEPT -> targets.kept.add(new Note.RemedyUse.Target(target, detail));
      case UNDONE -> targets.undone.add(new Note.RemedyUse.Target(target, detail));
      case REFUSED -> targets.refused++;
    }
  }

  void reservations(JfrEvent event) {
    Reserved of =
        reserved.computeIfAbsent(text(event, EventField.LOCK_CLASS), name -> new Reserved());
    of.reservations += count(event, EventField.RESERVATIONS);
    of.revocations += count(event, EventField.REVOCATIONS);
    of.switchedOff |= event.flag(EventField.SWITCHED_OFF);
  }

  /** Whether a remedy was applied to a class. */
  boolean rewrote(String className) {
    return remedies.values().stream().anyMatch(targets -> targets.applied.contains(className));
  }

  List<Note> notes() {
    List<Note> notes = new ArrayList<>();
    remedies.forEach(
        (remedy, of) ->
            notes.add(new Note.RemedyUse(remedy, of.applied, of.refused, of.kept, of.undone)));
    if (!reserved.isEmpty()) {
      List<Note.Reservations.OfClass> classes = new ArrayList<>();
      reserved.forEach(
          (name, of) ->
              classes.add(
                  new Note.Reservations.OfClass(
                      name, of.reservations, of.revocations, of.switchedOff)));
      notes.add(new Note.Reservations(classes));
    }
    return notes;
  }
}
