/**
 * The rules that find what holds an application back: each reads the ledger and looks for one
 * cause, and {@link dev.uncork.sparkledger.rule.SparkVerdicts} asks them all.
 */
@NullMarked
package dev.uncork.sparkledger.rule;

import org.jspecify.annotations.NullMarked;
