package dev.uncork.sparkledger.model;

import java.util.Optional;

/**
 * A SQL execution.
 *
 * @param plan its last physical plan, the root first; empty where the log has none
 */
public record Query(
    long id,
    String description,
    CallSite callSite,
    Span span,
    Optional<String> failure,
    Optional<PlanNode> plan) {}
