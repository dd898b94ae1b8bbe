package dev.uncork.diagnosis;

/** Why two recordings may not be comparable. */
public sealed interface Caution {
  /** One of them doesn't tell the program's operations. */
  record NoThroughput() implements Caution {}

  /** They count different things, by the words of their output. */
  record OtherProgress(String before, String after) implements Caution {}

  /** The difference may be noise, as a share below {@code limit} is between single runs. */
  record SmallChange(double limit) implements Caution {}

  /** What they were recorded of, or how, isn't the same. */
  record Differs(Side side, String before, String after) implements Caution {}

  /** One of them covers less than {@code seconds}, much of which may be warm-up. */
  record ShortRecording(int seconds) implements Caution {}

  /** What may differ. */
  enum Side {
    CORES,
    JVM,
    COMMAND,
    LOCK_SOURCE
  }
}
