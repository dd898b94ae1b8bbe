package dev.uncork.diagnosis.tune;

import dev.uncork.diagnosis.lever.Change;

/** What the user should know of how a tuning went. */
public sealed interface Remark {
  /** A run of the baseline failed and wasn't counted. */
  record BaselineRunFailed(String failure) implements Remark {}

  /** Runs of the program differ by so much (deviation against mean) that little can be proven. */
  record HardlyRepeatable(double spread) implements Remark {}

  /** The budget didn't last to check what was proven together with others by itself. */
  record NotCheckedAlone(Change part) implements Remark {}

  /** A run of the final comparison failed and wasn't counted. */
  record ComparedRunFailed(String failure) implements Remark {}
}
