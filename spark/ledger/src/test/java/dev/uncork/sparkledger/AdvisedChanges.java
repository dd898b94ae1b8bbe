package dev.uncork.sparkledger;

import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import java.util.List;

/** The changes of code that a finding advises, without settings. */
final class AdvisedChanges {
  private AdvisedChanges() {}

  static List<SparkAdvice.Change> of(SparkFinding finding) {
    return finding.advice().stream()
        .filter(SparkAdvice.Code.class::isInstance)
        .map(advice -> ((SparkAdvice.Code) advice).change())
        .toList();
  }
}
