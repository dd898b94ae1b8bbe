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

  /**
   * The JVM was told how many CPUs there are.
   *
   * @param option that told it
   * @param cpus of the machine
   */
  record ToldCpus(String option, int cpus) implements Note {}

  /** There were more locks than are kept apart. */
  record ForgottenLocks(int kept) implements Note {}

  /**
   * What threads waited for comes from JFR's own events.
   *
   * @param recorded the kinds of waits that were recorded; empty where none were
   * @param off kinds that weren't, as far as that is known
   * @param unended whether a thread dump tells those that hadn't ended when the recording did
   */
  record JfrWaits(List<OfKind> recorded, List<WaitKind> off, boolean unended) implements Note {
    public JfrWaits {
      recorded = List.copyOf(recorded);
      off = List.copyOf(off);
    }

    /**
     * Those of one kind.
     *
     * @param thresholdNanos shorter ones are missing; negative where that isn't known
     * @param limited whether there were so many at times that JFR left some out
     */
    public record OfKind(WaitKind kind, long thresholdNanos, boolean limited) {}
  }

  /** What is kept less exactly than it was recorded. */
  enum Thinned implements Note {
    /** Figures of locks per second: late seconds lack some. */
    LOCK_SECONDS,
    /** The timelines of the processors and the process. */
    TIMELINE
  }
}
