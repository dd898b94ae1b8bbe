package dev.uncork.sparkledger.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A job: what one action of the driver ran.
 *
 * @param description what the program calls it, if it does; for SQL the query's
 * @param failure Spark's reason, where it failed
 * @param stages ids of the stages that it needs, those that were skipped too
 * @param query the SQL execution that it belongs to
 * @param callSite of the action, which is its query's where it belongs to one
 */
public record Job(
    int id,
    Span span,
    Optional<String> description,
    Optional<String> failure,
    List<Integer> stages,
    OptionalLong query,
    CallSite callSite) {}
