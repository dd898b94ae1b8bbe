package dev.uncork.cli.plan;

import dev.uncork.diagnosis.lever.Change;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is to be changed about a program's start, and what must still hold for it.
 *
 * @param origin where it comes from, for people: by, date, program, and so on
 */
public record Plan(Map<String, String> origin, List<Entry> entries) {
  public Plan {
    origin = Map.copyOf(new TreeMap<>(origin));
    entries = List.copyOf(entries);
  }

  /** Whether an entry is more than what the program had by itself. */
  public boolean provesAnything() {
    return entries.stream().anyMatch(entry -> !entry.comment().contains(Entry.AS_IT_WAS));
  }

  /**
   * One remedy.
   *
   * @param comment what it brought, for people; lost when a plan is read
   */
  public record Entry(Change change, Requirements requirements, List<String> comment) {
    /** The comment of what the command has a place for, and no other value was proven. */
    public static final String AS_IT_WAS = "as it was";

    public Entry {
      comment = List.copyOf(comment);
    }
  }

  /**
   * What an entry was proven with; an entry that no longer fits is refused.
   *
   * @param jvm major version of the JVM, 0 where it doesn't matter
   * @param memoryMebibytes memory of the machine at least, 0 where it doesn't matter
   * @param classes fingerprints of classes by name
   * @param files fingerprints of files; a name is relative to the plan
   */
  public record Requirements(
      int jvm, long memoryMebibytes, Map<String, String> classes, Map<String, String> files) {
    /** Fits everywhere. */
    public static final Requirements NONE = new Requirements(0, 0, Map.of(), Map.of());

    public Requirements {
      classes = Map.copyOf(classes);
      files = Map.copyOf(files);
    }
  }
}
