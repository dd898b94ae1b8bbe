package dev.uncork.spark.ledger;

import org.jspecify.annotations.Nullable;

/** Where pages get an application's ledger from. */
public interface LedgerSource {
  /** As it is now; null before any task has run. */
  @Nullable LedgerView now() throws Exception;
}
