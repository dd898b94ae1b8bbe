package dev.uncork.diagnosis.lever;

import dev.uncork.protocol.RemedyName;

/** What can be done about a finding without changing the program's source. */
public enum RemedyKind {
  /** The number of workers. */
  WORKERS("workers", true),
  /** The number of cores that its own threads run on. */
  CORES(RemedyName.CORES.label(), true),
  /** Heap size, collector, explicit collections. */
  HEAP("heap", true),
  /** Spark's executors: how many, with how many cores and how much memory each. */
  EXECUTORS("executors", true),
  /** Lock reservation. */
  RESERVE(RemedyName.RESERVE.label(), false),
  /** Counters under a lock become atomic. */
  COUNTER(RemedyName.COUNTER.label(), false),
  /** Holders of a hot lock are kept on their processors. */
  NOPREEMPT(RemedyName.NOPREEMPT.label(), false),
  /** Threads queue before a hot lock and overtake each other within a tick only. */
  TICK(RemedyName.TICK.label(), false),
  /** Threads and memory stay on one node. */
  NUMA(RemedyName.NUMA.label(), false),
  /** Log output leaves the workers' way, by configuration. */
  QUIET("quiet", false),
  /** Spark's shuffle goes through Uncork's shuffle manager. */
  SHUFFLE("shuffle", false),
  /** An option of the program's own that the user named. */
  KNOB("knob", false);

  private final String label;
  private final boolean rechecked;

  RemedyKind(String label, boolean rechecked) {
    this.label = label;
    this.rechecked = rechecked;
  }

  /** The name in plans and JSON. */
  public String label() {
    return label;
  }

  /** Whether the best value moves when something else was removed, so that a loss isn't final. */
  public boolean rechecked() {
    return rechecked;
  }
}
