package dev.uncork.sparkledger.ledger;

/** A row of the ledger: what a slot did, or what it waited for. */
public enum SlotRow {
  /** Tasks used the CPU in the JVM. */
  CPU("cpu", Side.WORK),
  /** Tasks waited for their Python workers. */
  PYTHON("python", Side.TASK),
  /** The executor collected garbage. */
  GC("gc", Side.TASK),
  /** Tasks waited for shuffle blocks. */
  FETCH_WAIT("fetch-wait", Side.TASK),
  /** Tasks wrote shuffle files. */
  SHUFFLE_WRITE("shuffle-write", Side.TASK),
  /** Tasks moved to disk, and back, what didn't fit into memory; estimated from its bytes. */
  SPILL("spill", Side.TASK),
  /** Code and data of tasks were unpacked. */
  DESERIALIZATION("deserialization", Side.TASK),
  /** Results of tasks were packed, sent and unpacked. */
  RESULT("result", Side.TASK),
  /** Tasks waited to be started or to be found finished by the driver. */
  SCHEDULING("scheduling", Side.TASK),
  /** Tasks were blocked at locks; only the plugin tells. */
  LOCK_WAIT("lock-wait", Side.TASK),
  /** Tasks were ready to run and had no core; only the plugin tells. */
  CORE_WAIT("core-wait", Side.TASK),
  /** Tasks ran without the CPU: files, networks, locks, sleeps, or a machine that was busy. */
  TASK_WAIT("task-wait", Side.TASK),
  /** Attempts of tasks that failed, or whose work was lost. */
  FAILED("failed", Side.TASK),
  /** Attempts that another attempt of the same task overtook. */
  SPECULATION("speculation", Side.TASK),
  /** The driver's own code between jobs. */
  DRIVER_CODE("driver-code", Side.IDLE),
  /** The driver collects garbage between jobs; only the plugin tells. */
  DRIVER_GC("driver-gc", Side.IDLE),
  /** Nobody asked for work: a shell, a SQL server or a stream between two of its batches. */
  NO_DEMAND("no-demand", Side.IDLE),
  /** Spark starts, until the program's first action and the first executor. */
  START_UP("start-up", Side.IDLE),
  /** The driver plans queries and stages. */
  PLANNING("planning", Side.IDLE),
  /** The driver takes results in. */
  COLLECT("collect", Side.IDLE),
  /** The driver builds and sends a table that is broadcast. */
  BROADCAST("broadcast", Side.IDLE),
  /** The driver moves what tasks have written to where it belongs. */
  COMMIT("commit", Side.IDLE),
  /** The driver, or tasks on its behalf, list files. */
  LISTING("listing", Side.IDLE),
  /** Other tasks of the stage have ended, its longest run on. */
  STRAGGLER("straggler", Side.IDLE),
  /** The stage has too few tasks for the slots, or too few for its last round. */
  FEW_TASKS("few-tasks", Side.IDLE),
  /** Tasks were there and slots free, yet Spark held them back, for locality or exclusion. */
  HELD_BACK("held-back", Side.IDLE),
  /** Executors that were wanted were not there. */
  NO_EXECUTOR("no-executor", Side.IDLE),
  /** The events don't tell. */
  UNEXPLAINED("unexplained", Side.IDLE);

  private final String label;
  private final Side side;

  /** Whether a task held the slot. */
  public enum Side {
    /** A task that got ahead. */
    WORK,
    /** A task that did something else. */
    TASK,
    /** None. */
    IDLE
  }

  SlotRow(String label, Side side) {
    this.label = label;
    this.side = side;
  }

  /** Its name in JSON. */
  public String label() {
    return label;
  }

  public Side side() {
    return side;
  }
}
