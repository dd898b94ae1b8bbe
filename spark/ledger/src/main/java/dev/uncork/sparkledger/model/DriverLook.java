package dev.uncork.sparkledger.model;

import java.util.List;

/**
 * A stack of the driver's program that was seen while no task ran.
 *
 * @param doing what it did
 * @param places the program's lines on it, the innermost first; at least one
 * @param samples in which it was seen
 */
public record DriverLook(Doing doing, List<CallSite> places, int samples) {

  /** What the driver does. */
  public enum Doing {
    /** The program's own code. */
    OWN_CODE,
    /** The Python program runs, or waits for something else than Spark. */
    PYTHON,
    /** The program waits to be asked for work, on hardly any CPU time. */
    WAITING,
    /** Code is loaded that is used for the first time. */
    LOADING,
    /** Spark SQL reads the line: it analyzes, looks up tables and columns, and plans. */
    PLANNING,
    /** What tasks have written is moved to where it belongs. */
    COMMITTING
  }
}
