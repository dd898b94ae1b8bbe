package dev.uncork.diagnosis.tune;

import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How the program is started: the changes in effect, in the order in which they were made. */
public record Setup(List<Change> changes) {
  public Setup {
    changes = List.copyOf(changes);
  }

  /** The same with one lever put to another value. */
  public Setup with(Change change) {
    if (change.effect() instanceof Effect.Together together) {
      Setup next = this;
      for (Change part : together.parts()) {
        next = next.with(part);
      }
      return next;
    }
    List<Change> next = new ArrayList<>(without(change.lever()).changes());
    next.add(change);
    return new Setup(next);
  }

  /** The same with one lever left as the program has it by itself. */
  Setup without(String lever) {
    return new Setup(changes.stream().filter(change -> !change.lever().equals(lever)).toList());
  }

  /** What a lever is put to, if anything. */
  public Optional<Change> at(String lever) {
    return changes.stream().filter(change -> change.lever().equals(lever)).findFirst();
  }
}
