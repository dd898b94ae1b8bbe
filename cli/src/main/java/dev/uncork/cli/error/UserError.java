package dev.uncork.cli.error;

/**
 * A refusal that the user can do something about: it ends the command with one line and exit code
 * 2. The message says what failed, the value seen, what was expected and what to do.
 */
public final class UserError extends RuntimeException {
  /** Exit code of every refusal: bad input, missing rights, a machine that lacks something. */
  public static final int EXIT_CODE = 2;

  private static final long serialVersionUID = 1L;

  public UserError(String message) {
    super(message);
  }

  public UserError(String message, Throwable cause) {
    super(message, cause);
  }
}
