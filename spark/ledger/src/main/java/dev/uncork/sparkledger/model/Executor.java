package dev.uncork.sparkledger.model;

import java.util.Map;
import java.util.Optional;

/**
 * An executor while it was part of the application.
 *
 * @param slots tasks that it runs at a time: its cores divided by {@code spark.task.cpus}
 * @param removedBecause Spark's reason, where it went before the application's end
 * @param peaks the largest value of each of Spark's executor metrics, such as {@code
 *     JVMHeapMemory}, in bytes; empty where the log has none
 */
public record Executor(
    String id,
    String host,
    int slots,
    Span span,
    Optional<String> removedBecause,
    Map<String, Long> peaks) {}
