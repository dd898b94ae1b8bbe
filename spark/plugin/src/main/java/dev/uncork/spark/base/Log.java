package dev.uncork.spark.base;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The plugin's lines in Spark's log, one for each thing to say. */
public final class Log {
  private static final Logger LOGGER = LoggerFactory.getLogger("dev.uncork.spark");

  private Log() {}

  /** Something that the user may want to know. */
  public static void info(String line) {
    LOGGER.info("Uncork: {}", oneLine(line));
  }

  /** Something of ours that doesn't work; the application goes on without. */
  public static void failed(String line) {
    LOGGER.warn("Uncork: {}", oneLine(line));
  }

  /** The same, with what was thrown; its stack trace only where debugging is on. */
  public static void failed(String what, Throwable thrown) {
    failed(what + ": " + reason(thrown));
    LOGGER.debug("Uncork: {}", what, thrown);
  }

  /** What was thrown, in words. */
  public static String reason(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null && cause.getMessage() == null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null
        ? cause.toString()
        : cause.getClass().getSimpleName() + ": " + cause.getMessage();
  }

  private static String oneLine(String text) {
    return text.replace('\n', ' ').replace('\r', ' ');
  }
}
