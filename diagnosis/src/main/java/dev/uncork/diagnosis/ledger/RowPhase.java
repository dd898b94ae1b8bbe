package dev.uncork.diagnosis.ledger;

import java.util.Optional;

/**
 * A stretch of the recording in which most cores went to one row.
 *
 * @param row the idle row that leads, or a busy one where hardly any core was idle
 * @param share of the stretch's core-seconds that went to the row, 0 to 1
 * @param root what most of the row's core-seconds are charged to, over the whole recording; empty
 *     where no root stands for most of them
 */
public record RowPhase(
    double fromSeconds, double toSeconds, RowKind row, double share, Optional<Root> root) {}
