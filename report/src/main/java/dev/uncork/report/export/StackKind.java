package dev.uncork.report.export;

/** What the stacks of a flame graph or of collapsed stacks show. */
public enum StackKind {
  /** Where threads waited for locks; the weight is microseconds. */
  WAITS("lock waits, microseconds"),
  /** Where threads were seen to hold contended locks; the weight is samples. */
  HOLDERS("lock holders, samples"),
  /** Where threads ran; the weight is samples. */
  CPU("running threads, samples");

  private final String title;

  StackKind(String title) {
    this.title = title;
  }

  /** What it shows, and the unit. */
  public String title() {
    return title;
  }
}
