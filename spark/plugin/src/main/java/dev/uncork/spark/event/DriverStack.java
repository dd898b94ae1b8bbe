package dev.uncork.spark.event;

import java.util.List;

/** What a thread of the driver was seen doing; one stack stands for all that lead to the same. */
public final class DriverStack {
  /** Its name. */
  public String thread = "";

  /** How often that was. */
  public int samples;

  /** Such as {@code report.Job.load(Job.java:12)}, the innermost first; of deep ones a part. */
  public List<String> frames = List.of();

  /** For Jackson. */
  public DriverStack() {}

  public DriverStack(String thread, int samples, List<String> frames) {
    this.thread = thread;
    this.samples = samples;
    this.frames = frames;
  }
}
