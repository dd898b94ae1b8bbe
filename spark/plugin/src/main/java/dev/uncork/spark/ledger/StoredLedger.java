package dev.uncork.spark.ledger;

import java.util.NoSuchElementException;
import org.apache.spark.util.kvstore.KVStore;
import org.jspecify.annotations.Nullable;

/** The ledger of an application that was replayed, from the history server's store. */
public final class StoredLedger implements LedgerSource {
  private final KVStore store;

  public StoredLedger(KVStore store) {
    this.store = store;
  }

  @Override
  public @Nullable LedgerView now() throws Exception {
    try {
      return store.read(LedgerView.class, LedgerView.KEY);
    } catch (NoSuchElementException e) {
      return null;
    }
  }
}
