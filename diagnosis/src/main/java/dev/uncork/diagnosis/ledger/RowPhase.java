package dev.uncork.diagnosis.ledger;

import java.util.Optional;

/**
 * A stretch of the recording in which most cores went to one row, and most of the row to one root.
 *
 * @param row the idle row that leads, or a busy one where hardly any core was idle
 * @param share of the stretch's core-seconds that went to the row, 0 to 1
 * @param toOthers share of them that would have gone to the row too, had other processes not used
 *     them
 * @param root what most of the row's core-seconds are charged to in the stretch; empty where no
 *     root stands for most of them
 */
public record RowPhase(
    double fromSeconds,
    double toSeconds,
    RowKind row,
    double share,
    double toOthers,
    Optional<Root> root) {}
