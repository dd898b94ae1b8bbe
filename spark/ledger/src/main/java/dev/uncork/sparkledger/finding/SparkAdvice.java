package dev.uncork.sparkledger.finding;

import dev.uncork.sparkledger.model.CallSite;
import java.util.Optional;

/** Something that the user can change. */
public sealed interface SparkAdvice {
  /**
   * A setting of Spark's.
   *
   * @param now its value in this run, Spark's default where the program has none
   * @param value to try
   */
  record Conf(String name, String now, String value) implements SparkAdvice {}

  /**
   * The program.
   *
   * @param site where; empty where the events don't tell
   */
  record Code(Change change, Optional<CallSite> site) implements SparkAdvice {}

  /** What to change in the program or around it. */
  enum Change {
    /** A random part is added to the key, so that its rows spread. */
    SALT_KEY,
    /** A window gets more columns to divide rows by, or fewer rows. */
    SMALLER_WINDOWS,
    REPARTITION,
    COALESCE,
    /** One job does what a loop runs many small ones for. */
    ONE_JOB,
    /** Rows are not brought together before they are computed. */
    NO_COALESCE,
    /** A table of a database is read by several tasks. */
    SEVERAL_CONNECTIONS,
    /** Files that can't be read in parts become ones that can, or several. */
    DIVISIBLE_FILES,
    /** A UDF that takes columns (pandas, Arrow), or a built-in function. */
    VECTORIZED_UDF,
    /** A UDF that takes columns works on them as a whole, not row by row. */
    WHOLE_COLUMNS,
    /** Columns and built-in functions take the place of an RDD of Python objects. */
    DATA_FRAME,
    /** Columns come in one step, and what is used again is written or checkpointed. */
    SMALLER_PLAN,
    /** Rows are filtered or aggregated before they are shuffled. */
    LESS_SHUFFLE,
    /** Results are written, or aggregated, where they are. */
    KEEP_RESULTS_ON_EXECUTORS,
    /** The driver's loop becomes a job, or runs beside jobs. */
    MOVE_OFF_THE_DRIVER,
    /** The join gets a condition of equality. */
    JOIN_CONDITION,
    /** The join's condition gets more of them, or fewer rows are joined. */
    MORE_JOIN_COLUMNS,
    /** The join's hint to broadcast goes, or a smaller side is broadcast. */
    NO_BROADCAST_HINT,
    /** The join's small side is sent to all executors. */
    BROADCAST_HINT,
    COMPACT_FILES,
    /** Lists a folder once, or lists fewer. */
    LIST_ONCE,
    /** A job writes fewer files. */
    FEWER_FILES,
    /** What several actions use is kept after the first. */
    PERSIST,
    /** Text is parsed into all of its fields at once. */
    PARSE_ONCE,
    /** Text is read with a schema, or one that is inferred from a part of it. */
    GIVE_SCHEMA,
    /** What doesn't fit into memory is kept on disk, or in fewer bytes. */
    KEEP_ON_DISK,
    /** The program keeps less in memory at a time. */
    LESS_IN_MEMORY,
    /** What tasks refer to is broadcast or left behind. */
    SMALLER_CLOSURE,
    /** Tasks hold the lock for less, or each has an object of its own. */
    SHARE_LESS,
    /** Waits are fewer, for more at a time, or go on side by side. */
    WAIT_LESS,
    /** Uncork's plugin sees what Spark doesn't tell. */
    RECORD_WITH_PLUGIN,
    FIX_FAILURE,
    CHECK_HOST,
    /** Code that takes long for some of the input. */
    CHECK_SLOW_INPUT
  }
}
