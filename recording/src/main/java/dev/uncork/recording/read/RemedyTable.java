package dev.uncork.recording.read;

import dev.uncork.protocol.RemedyState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What remedies did to the program's classes, summed up in a few lines. */
final class RemedyTable {
  private static final int NAMED = 5;

  private final Map<String, Targets> remedies = new LinkedHashMap<>();
  private final Map<String, Reserved> reserved = new LinkedHashMap<>();

  /** The targets of one remedy. */
  private static final class Targets {
    final List<String> applied = new ArrayList<>();
    final List<String> kept = new ArrayList<>();
    final List<String> undone = new ArrayList<>();
    int refused;
  }

  /** The reservations of one class. */
  private static final class Reserved {
    long reservations;
    long revocations;
    boolean switchedOff;
  }

  void remedy(String remedy, String target, String state, String detail) {
    Targets targets = remedies.computeIfAbsent(remedy, r -> new Targets());
    switch (RemedyState.of(state).orElse(RemedyState.REFUSED)) {
      case APPLIED -> targets.applied.add(target);
      case KEPT -> targets.kept.add(target + " (" + detail + ")");
      case UNDONE -> targets.undone.add(target + " (" + detail + ")");
      case REFUSED -> targets.refused++;
    }
  }

  void reservations(String lockClass, long reservations, long revocations, boolean switchedOff) {
    Reserved of = reserved.computeIfAbsent(lockClass, c -> new Reserved());
    of.reservations += reservations;
    of.revocations += revocations;
    of.switchedOff |= switchedOff;
  }

  /** Whether a remedy was applied to a class. */
  boolean rewrote(String className) {
    return remedies.values().stream().anyMatch(targets -> targets.applied.contains(className));
  }

  void notes(Consumer<String> notes) {
    remedies.forEach(
        (remedy, targets) -> {
          StringBuilder line = new StringBuilder("Remedy " + remedy + ": ");
          line.append(targets.applied.isEmpty() ? "applied to no class" : "applied to ");
          line.append(some(targets.applied));
          if (targets.refused > 0) {
            line.append("; ").append(targets.refused);
            line.append(targets.refused == 1 ? " time refused" : " times refused");
          }
          if (!targets.kept.isEmpty()) {
            line.append("; kept: ").append(some(targets.kept));
          }
          if (!targets.undone.isEmpty()) {
            line.append("; undone: ").append(some(targets.undone));
          }
          notes.accept(line.append('.').toString());
        });
    if (!reserved.isEmpty()) {
      List<String> classes = new ArrayList<>();
      reserved.forEach(
          (name, of) ->
              classes.add(
                  name
                      + " "
                      + of.reservations
                      + (of.revocations == 0 ? "" : ", " + of.revocations + " revoked")
                      + (of.switchedOff ? ", given up" : "")));
      notes.accept("Objects reserved: " + some(classes) + ".");
    }
  }

  private static String some(List<String> all) {
    String first = String.join(", ", all.subList(0, Math.min(NAMED, all.size())));
    return all.size() <= NAMED ? first : first + " and " + (all.size() - NAMED) + " more";
  }
}
