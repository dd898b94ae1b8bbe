/**
 * The application as a whole, as {@code uncork report EVENTLOG} sees it: {@link
 * dev.uncork.spark.ledger.ApplicationFeed} takes the events of Spark's listener bus, live or
 * replayed, and makes of them what the tab, the REST API and the log show.
 */
@NullMarked
package dev.uncork.spark.ledger;

import org.jspecify.annotations.NullMarked;
