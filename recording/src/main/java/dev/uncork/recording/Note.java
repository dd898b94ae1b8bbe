package dev.uncork.recording;

import java.util.List;

/** What a recording's reader should know besides its figures; the words for it are in reports. */
public sealed interface Note {
  /**
   * What one remedy did.
   *
   * @param applied what it was applied to
   * @param refused how often it was refused
   * @param kept targets that were left as they are, and {@code undone} those put back
   */
  record RemedyUse(
      String remedy, List<String> applied, int refused, List<Target> kept, List<Target> undone)
      implements Note {
    public RemedyUse {
      applied = List.copyOf(applied);
      kept = List.copyOf(kept);
      undone = List.copyOf(undone);
    }

    /** A class or method that a remedy didn't stay at, with the agent's reason. */
    public record Target(String name, String reason) {}
  }

  /** Objects that were reserved for threads. */
  record Reservations(List<OfClass> classes) implements Note {
    public Reservations {
      classes = List.copyOf(classes);
    }

    /**
     * Those of one class.
     *
     * @param givenUp whether no more of that class are reserved
     */
    public record OfClass(String name, long reserved, long revoked, boolean givenUp) {}
  }

  /** Methods of rewritten classes that a compiler gave up, with the compiler and its reason. */
  record GivenUpMethods(List<String> methods) implements Note {
    public GivenUpMethods {
      methods = List.copyOf(methods);
    }
  }

  /** There were more locks than are kept apart. */
  record ForgottenLocks(int kept) implements Note {}

  /** What is kept less exactly than it was recorded. */
  enum Thinned implements Note {
    /** Figures of locks per second: late seconds lack some. */
    LOCK_SECONDS,
    /** The timelines of the processors and the process. */
    TIMELINE
  }
}
