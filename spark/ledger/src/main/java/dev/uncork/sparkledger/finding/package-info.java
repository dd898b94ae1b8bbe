/**
 * What holds an application back, as typed facts with a price and advice: {@link
 * dev.uncork.sparkledger.finding.SparkFinding}. Rules read the ledger; no sentence is made here.
 */
@NullMarked
package dev.uncork.sparkledger.finding;

import org.jspecify.annotations.NullMarked;
