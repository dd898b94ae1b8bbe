package dev.uncork.report.spark;

import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.price.ExecutorsPoint;

/** An application in one line, for the driver's log. */
public final class SparkLogWords {
  private static final double DOUBLE = 2;

  private SparkLogWords() {}

  /** Verdict, what to try, and what twice the executors would bring. */
  public static String line(SparkDiagnosis diagnosis) {
    StringBuilder line = new StringBuilder(SparkFindingWords.verdict(diagnosis));
    diagnosis.verdict().advice().stream()
        .findFirst()
        .ifPresent(
            advice -> line.append(" Try: ").append(SparkAdviceWords.text(advice)).append('.'));
    for (ExecutorsPoint point : diagnosis.price().curve()) {
      if (point.times() == DOUBLE) {
        line.append(" It took ")
            .append(SparkFindingWords.seconds(diagnosis.price().recorded()))
            .append("; with twice the slots it would take about ")
            .append(SparkFindingWords.seconds(point.seconds()))
            .append('.');
      }
    }
    return line.toString();
  }
}
