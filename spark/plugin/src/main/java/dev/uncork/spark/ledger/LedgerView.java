package dev.uncork.spark.ledger;

import org.apache.spark.util.kvstore.KVIndex;

/**
 * What an application's events mean, ready to be shown. Public fields, since the store of the
 * history server may write it to disk.
 */
public final class LedgerView {
  /** There is one in a store. */
  public static final String KEY = "application";

  @KVIndex public String key = KEY;

  /** For the log. */
  public String line = "";

  /** For the tab. */
  public String html = "";

  /** For the REST API. */
  public String json = "";
}
