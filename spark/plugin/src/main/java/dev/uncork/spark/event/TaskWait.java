package dev.uncork.spark.event;

/** What tasks waited for off the CPU, locks aside, and where. */
public final class TaskWait {
  /** As the report names activities, such as {@code sleep} or {@code socket}. */
  public String activity = "";

  /** The line of the code. */
  public String site = "";

  /** By samples; of all tasks together. */
  public long nanos;

  /** For Jackson. */
  public TaskWait() {}

  public TaskWait(String activity, String site, long nanos) {
    this.activity = activity;
    this.site = site;
    this.nanos = nanos;
  }

  /** What tells it from others. */
  public String key() {
    return activity + "\t" + site;
  }

  /** The same, so many times as long. */
  public TaskWait times(double factor) {
    return new TaskWait(activity, site, Math.round(nanos * factor));
  }

  /** Both together. */
  public TaskWait plus(TaskWait other) {
    return new TaskWait(activity, site, nanos + other.nanos);
  }
}
