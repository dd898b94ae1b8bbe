/**
 * Where every core-second of a recording went: to work, to the JVM, to other processes, or unused
 * since threads waited for something, whose root is named. Start at {@link
 * dev.uncork.diagnosis.ledger.Ledger}. Everything is a pure function of a recording.
 */
@NullMarked
package dev.uncork.diagnosis.ledger;

import org.jspecify.annotations.NullMarked;
