package dev.uncork.sparkledger.price;

/**
 * Seconds of the application's time that a remedy would save.
 *
 * @param recordedSeconds what it took as it was
 */
public record TimeGain(double low, double seconds, double high, double recordedSeconds) {
  /** Nothing of an application that took so long. */
  public static TimeGain none(double recordedSeconds) {
    return new TimeGain(0, 0, 0, recordedSeconds);
  }

  public TimeGain {
    if (!(0 <= low && low <= seconds && seconds <= high && high <= recordedSeconds)) {
      throw new IllegalArgumentException(
          low + ", " + seconds + ", " + high + " of " + recordedSeconds + " s: not in order");
    }
  }

  /** The same that may also be as much as this at best. */
  public TimeGain upTo(double most) {
    return new TimeGain(low, seconds, Math.max(high, most), recordedSeconds);
  }

  /** Of the recorded time, 0 to 1. */
  public double share() {
    return recordedSeconds > 0 ? seconds / recordedSeconds : 0;
  }

  /** How many times as fast the application would be. */
  public double speedup() {
    return speedup(seconds);
  }

  /** The same where the least is saved. */
  public double leastSpeedup() {
    return speedup(low);
  }

  /** The same where the most is saved. */
  public double mostSpeedup() {
    return speedup(high);
  }

  private double speedup(double saved) {
    return saved < recordedSeconds ? recordedSeconds / (recordedSeconds - saved) : 1;
  }
}
