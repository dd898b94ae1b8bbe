package dev.uncork.diagnosis.lever;

/**
 * A remedy that needs a change of the program's source.
 *
 * @param subject the lock or the phase that it is about
 * @param location class, method, file and line; empty where unknown
 * @param predictedGain additional throughput at most, as a share, on the machine that was observed
 */
public record Advice(Remedy remedy, String subject, String location, double predictedGain) {
  /** What to do. */
  public enum Remedy {
    /** Count without a lock. */
    COUNTER("counter"),
    /** Split a table. */
    STRIPE("stripe"),
    /** Hand units on in chunks. */
    CHUNK("chunk"),
    /** Write less while the lock is held. */
    QUIET("quiet"),
    /** RootSpread a serial phase over the workers. */
    PARALLEL("parallel"),
    /** Hold the lock less. */
    HOLD("hold");

    private final String label;

    Remedy(String label) {
      this.label = label;
    }

    /** The name in reports and JSON. */
    public String label() {
      return label;
    }
  }
}
