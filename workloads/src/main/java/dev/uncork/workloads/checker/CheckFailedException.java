package dev.uncork.workloads.checker;

/** Says that a run could not be finished: a worker failed, or a check of the checker itself did. */
public final class CheckFailedException extends Exception {
  private static final long serialVersionUID = 1;

  CheckFailedException(String message) {
    super(message);
  }

  CheckFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
