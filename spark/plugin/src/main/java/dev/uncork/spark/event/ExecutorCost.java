package dev.uncork.spark.event;

/** Time that an executor lost to one cause other than locks, from its start. */
public final class ExecutorCost {
  /** As in the report's JSON, such as {@code gc} or {@code exceptions}. */
  public String kind = "";

  /** The place in the code, or empty. */
  public String place = "";

  /** Of its own time, not of its slots'. */
  public double millis;

  /** For Jackson. */
  public ExecutorCost() {}

  public ExecutorCost(String kind, String place, double millis) {
    this.kind = kind;
    this.place = place;
    this.millis = millis;
  }

  /** One line that {@link #parse} reads. */
  public String toLine() {
    return kind + "\t" + place + "\t" + millis;
  }

  /** Reads what {@link #toLine} wrote. */
  public static ExecutorCost parse(String line) {
    String[] parts = line.split("\t", -1);
    return new ExecutorCost(parts[0], parts[1], Double.parseDouble(parts[2]));
  }
}
