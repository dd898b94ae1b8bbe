/** What the ledger of Spark assumes of Spark itself. */
@NullMarked
package dev.uncork.sparkledger.again;

import org.jspecify.annotations.NullMarked;
