package dev.uncork.report.words;

import dev.uncork.diagnosis.Limit;
import dev.uncork.recording.Capability;
import dev.uncork.recording.Note;
import java.util.List;
import java.util.stream.Collectors;

/** What is said of the limits and notes of a recording. */
public final class LimitWords {
  private static final int NAMED = 5;

  private LimitWords() {}

  /** One line. */
  public static String text(Limit limit) {
    if (limit instanceof Limit.Missing missing) {
      Capability capability = missing.capability();
      return capability.name() + ": " + capability.detail();
    }
    if (limit instanceof Limit.FromJfr jfr) {
      return JfrWaitWords.text(jfr.waits());
    }
    if (limit instanceof Limit.Unrecorded unrecorded) {
      return switch (unrecorded) {
        case LOCKS -> "Not recorded by Uncork, and without JFR's lock events: locks are unknown.";
        case WAITS ->
            "Not recorded by Uncork, and without JFR's events of locks and other waits: what threads"
                + " waited for is unknown.";
        case CORES -> "The use of the cores wasn't recorded.";
        case WORK ->
            "How it scales: nothing that counts its work moved while it ran on fewer cores."
                + " Name one by --progress.";
      };
    }
    if (limit instanceof Limit.FewLooks few) {
      return "Threads were sampled only "
          + few.looks()
          + " times, so shares of waits may be "
          + Math.round(100 * few.error())
          + " points off. A longer recording is more exact.";
    }
    if (limit instanceof Limit.Noted noted) {
      return note(noted.note());
    }
    throw new IllegalArgumentException("no words for " + limit);
  }

  private static String note(Note note) {
    if (note instanceof Note.RemedyUse use) {
      return "Remedy " + use.remedy() + ": " + remedy(use);
    }
    if (note instanceof Note.Reservations reservations) {
      return "Objects reserved: "
          + some(reservations.classes().stream().map(LimitWords::reserved).toList())
          + ".";
    }
    if (note instanceof Note.GivenUpMethods givenUp) {
      return "Methods of rewritten classes that a compiler gave up: "
          + some(givenUp.methods())
          + ".";
    }
    if (note instanceof Note.ToldCpus told) {
      return told.option()
          + ": the JVM sizes the common pool, parallel streams, its collector and compilers by"
          + " that, not by the machine's "
          + told.cpus()
          + " cores.";
    }
    if (note instanceof Note.ForgottenLocks forgotten) {
      return "More than "
          + forgotten.kept()
          + " locks: the cheaper ones are counted per class only, and a row may lack what it"
          + " cost while it was among them.";
    }
    if (note instanceof Note.Thinned thinned) {
      return switch (thinned) {
        case LOCK_SECONDS ->
            "More lock figures than can be kept: those of the last seconds are incomplete.";
        case TIMELINE -> "Long recording: the timeline is kept at a coarser resolution.";
      };
    }
    throw new IllegalArgumentException("no words for " + note);
  }

  /** What became of one remedy, without its name. */
  public static String remedy(Note.RemedyUse use) {
    StringBuilder line = new StringBuilder();
    line.append(use.applied().isEmpty() ? "applied to no class" : "applied to ");
    line.append(some(use.applied()));
    if (use.refused() > 0) {
      line.append("; ").append(use.refused());
      line.append(use.refused() == 1 ? " time refused" : " times refused");
    }
    if (!use.kept().isEmpty()) {
      line.append("; kept: ").append(targets(use.kept()));
    }
    if (!use.undone().isEmpty()) {
      line.append("; undone: ").append(targets(use.undone()));
    }
    return line.append('.').toString();
  }

  private static String targets(List<Note.RemedyUse.Target> targets) {
    return some(
        targets.stream().map(target -> target.name() + " (" + target.reason() + ")").toList());
  }

  private static String reserved(Note.Reservations.OfClass of) {
    return of.name()
        + " "
        + of.reserved()
        + (of.revoked() == 0 ? "" : ", " + of.revoked() + " revoked")
        + (of.givenUp() ? ", given up" : "");
  }

  private static String some(List<String> all) {
    String first = all.stream().limit(NAMED).collect(Collectors.joining(", "));
    return all.size() <= NAMED ? first : first + " and " + (all.size() - NAMED) + " more";
  }
}
