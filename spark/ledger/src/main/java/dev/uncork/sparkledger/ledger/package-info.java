/**
 * The ledger of slot-seconds: {@link dev.uncork.sparkledger.ledger.SlotLedger}. Every slot of the
 * application is, at every moment, in exactly one row, which names its root. Pure functions.
 */
@NullMarked
package dev.uncork.sparkledger.ledger;

import org.jspecify.annotations.NullMarked;
