package dev.uncork.report.words;

import dev.uncork.diagnosis.Caution;

/** Why two recordings may not be comparable. */
public final class CautionWords {
  private CautionWords() {}

  /** One line. */
  public static String text(Caution caution) {
    if (caution instanceof Caution.NoThroughput) {
      return "No throughput: both recordings must have the program's operations (uncork run"
          + " --progress); busier cores alone don't prove that more was done.";
    }
    if (caution instanceof Caution.OtherProgress other) {
      return "No throughput: progress was "
          + ProgressWords.inOutput(other.before())
          + " before, "
          + ProgressWords.inOutput(other.after())
          + " after; name one for both by uncork run --progress.";
    }
    if (caution instanceof Caution.SmallChange small) {
      return "A difference below "
          + Amounts.percent(small.limit())
          + " between single runs may be noise; uncork sweep measures with intervals.";
    }
    if (caution instanceof Caution.Differs differs) {
      return side(differs.side())
          + " differs: "
          + differs.before()
          + " before, "
          + differs.after()
          + " after.";
    }
    if (caution instanceof Caution.ShortRecording brief) {
      return "One of them covers less than "
          + brief.seconds()
          + " s, much of which may be warm-up.";
    }
    throw new IllegalArgumentException("no words for " + caution);
  }

  private static String side(Caution.Side side) {
    return switch (side) {
      case CORES -> "The number of cores";
      case JVM -> "The JVM";
      case COMMAND -> "The command";
      case LOCK_SOURCE -> "The source of lock figures";
    };
  }
}
