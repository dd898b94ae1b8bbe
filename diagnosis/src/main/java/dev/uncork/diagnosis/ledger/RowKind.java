package dev.uncork.diagnosis.ledger;

/** What a core-second can go to; all of them go to exactly one row. */
public enum RowKind {
  /** CPU time that the application's threads would need without others beside them. */
  WORK("work", Group.BUSY),
  /** The rest of their CPU time: spinning, retries, cache lines that travel, hand-offs. */
  BURNT("burnt", Group.BUSY),
  /** CPU time of garbage collection, and cores that stood still in its pauses. */
  GC("gc", Group.RUN_TIME),
  /** CPU time of the JIT compilers. */
  COMPILATION("compilation", Group.RUN_TIME),
  /** Cores that stood still at safepoints, those of collections left out. */
  SAFEPOINTS("safepoints", Group.RUN_TIME),
  /** CPU time of the JVM's and Uncork's other threads. */
  JVM("jvm", Group.RUN_TIME),
  /** Used by other processes, or taken by the hypervisor. */
  OTHER_PROCESSES("other-processes", Group.ELSEWHERE),
  /** Withheld by the control group's CPU quota. */
  THROTTLED("throttled", Group.ELSEWHERE),
  /** Unused while threads were blocked at locks. */
  LOCKS("locks", Group.IDLE),
  /** Unused while tasks or threads waited for a thread, a connection or a permit. */
  POOLS("pools", Group.IDLE),
  /** Unused while producers waited for room in a queue. */
  FULL_QUEUES("full-queues", Group.IDLE),
  /** Unused while the others waited for what few threads did. */
  FEW_THREADS("few-threads", Group.IDLE),
  /** Unused while threads waited for an answer from elsewhere. */
  REMOTE("remote", Group.IDLE),
  /** Unused while threads waited for files. */
  STORAGE("storage", Group.IDLE),
  /** Unused while threads slept. */
  TIMERS("timers", Group.IDLE),
  /** Unused while threads waited for another process. */
  CHILD_PROCESSES("child-processes", Group.IDLE),
  /** Unused while threads waited inside the JVM: for a class to be initialised, for a carrier. */
  JVM_WAITS("jvm-waits", Group.IDLE),
  /** Unused since threads wait for each other, for ever. */
  DEADLOCK("deadlock", Group.IDLE),
  /** Unused since there was nothing to do. */
  NO_DEMAND("no-demand", Group.IDLE),
  /** Unused, and the recording doesn't tell why. */
  UNEXPLAINED("unexplained", Group.IDLE);

  /** What rows have in common. */
  public enum Group {
    BUSY,
    RUN_TIME,
    ELSEWHERE,
    IDLE
  }

  private final String label;
  private final Group group;

  RowKind(String label, Group group) {
    this.label = label;
    this.group = group;
  }

  /** The name in JSON and metrics. */
  public String label() {
    return label;
  }

  /** What it has in common with other rows. */
  public Group group() {
    return group;
  }
}
