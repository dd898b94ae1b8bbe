package dev.uncork.diagnosis.price;

/** A recording can't be priced. */
public final class NotPriceable extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Reason reason;

  NotPriceable(Reason reason) {
    super(reason.toString());
    this.reason = reason;
  }

  /** Why. */
  public Reason reason() {
    return reason;
  }

  /** Why a recording can't be priced. */
  public sealed interface Reason {
    /** It has fewer parallel seconds with the use of the cores than {@code needed}. */
    record TooLittle(int seconds, int needed) implements Reason {}

    /** It has contended locks, but no demand of them. */
    record NoDemand() implements Reason {}
  }
}
