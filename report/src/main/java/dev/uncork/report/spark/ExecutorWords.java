package dev.uncork.report.spark;

import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.report.words.Amounts;
import java.util.List;

/** Words for what recordings say of an executor as a whole. */
public final class ExecutorWords {
  private ExecutorWords() {}

  /**
   * What costs an executor's tasks most, in one sentence.
   *
   * @param subject the lock, else empty
   * @param place in the code, or empty
   * @param share of its slots' time, 0 to 1
   */
  public static String cost(FindingKind kind, String subject, String place, double share) {
    String much = Amounts.percent(share);
    String at = place.isEmpty() ? "" : " at " + place;
    return switch (kind) {
      case HEALTHY -> "Neither locks nor garbage collection holds its tasks up.";
      case UNKNOWN -> "Too little was recorded to tell.";
      case CONTENDED_LOCK ->
          "Tasks are blocked " + much + " of its slots' time at the lock " + subject + at + ".";
      case GC -> "Garbage collection stops it " + much + " of the time.";
      case SAFEPOINTS -> "The JVM stops all of its threads " + much + " of the time" + at + ".";
      case EXCEPTIONS -> "Exceptions cost it " + much + " of the time" + at + ".";
      case CLASS_LOADING -> "Loading classes costs it " + much + " of the time" + at + ".";
      case COMPILATION ->
          "Its code cache is full, so that code runs interpreted; that costs " + much + ".";
      case CPU_QUOTA -> "The CPU quota of its control group stops it " + much + " of the time.";
      case ATOMIC_RETRIES, SPINNING, SHARED_LINE ->
          "Its threads contend for memory" + at + ", which costs " + much + " of the time.";
      default -> throw new IllegalArgumentException(kind + " says nothing of an executor");
    };
  }

  /**
   * That others use a machine.
   *
   * @param executors those there
   * @param cores that the others use on average
   */
  public static String neighbours(List<String> executors, double cores) {
    return "Other processes use "
        + Amounts.three(cores)
        + (cores == 1 ? " core" : " cores")
        + " of the machine of executor "
        + String.join(", ", executors)
        + ".";
  }
}
