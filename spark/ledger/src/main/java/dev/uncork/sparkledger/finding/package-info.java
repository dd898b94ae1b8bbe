/**
 * What holds an application back, as typed facts with a price and advice: {@link
 * dev.uncork.sparkledger.finding.SparkFinding}; and the facts that rules look at: {@link
 * dev.uncork.sparkledger.finding.ApplicationFacts}. No sentence is made here.
 */
@NullMarked
package dev.uncork.sparkledger.finding;

import org.jspecify.annotations.NullMarked;
