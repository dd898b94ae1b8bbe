/**
 * Spark's events, as JSON lines, to {@link dev.uncork.sparkledger.model.Application}: {@link
 * dev.uncork.sparkledger.log.ApplicationEvents} takes one after the other, be it from a running
 * Spark or from a log, and never throws, whatever it is given: what could not be understood is in
 * {@link dev.uncork.sparkledger.log.LogFaults}. Files are read in {@code file}.
 *
 * <p>Formats are those of Spark 3.3 to 4.3 (JsonProtocol). Tasks are kept in a few dozen bytes
 * each, and what could grow without bounds has a limit, so that memory depends on the number of
 * tasks and never on the size of a log.
 *
 * <p>Not safe for threads; the applications that come out are.
 */
@NullMarked
package dev.uncork.sparkledger.log;

import org.jspecify.annotations.NullMarked;
