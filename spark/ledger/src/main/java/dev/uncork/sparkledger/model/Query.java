package dev.uncork.sparkledger.model;

import java.util.Optional;

/**
 * A SQL execution.
 *
 * @param root id of the one on whose behalf it runs, such as a stream's batch; its own else
 * @param plan its last physical plan, the root first; empty where the log has none
 */
public record Query(
    long id,
    long root,
    String description,
    CallSite callSite,
    Span span,
    Optional<String> failure,
    Optional<PlanNode> plan) {}
