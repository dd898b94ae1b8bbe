package dev.uncork.sparkledger.model;

import java.util.List;

/**
 * Who asks an application for work. While nobody does, nothing is wrong with it.
 *
 * @param served whether people or other programs ask: a shell, a SQL server, Spark Connect
 * @param streams while they ran; they wait for data, or for the next time to look for some
 */
public record Demand(boolean served, List<Span> streams) {
  /** The program itself, all the time. */
  public static final Demand OWN = new Demand(false, List.of());

  /** The first part of a time outside of queries and jobs in which there is nothing to do. */
  public Span idle(long from, long to) {
    if (served) {
      return new Span(from, to);
    }
    for (Span stream : streams) {
      long begin = Math.max(from, stream.startMillis());
      long end = Math.min(to, stream.endMillis());
      if (begin < end) {
        return new Span(begin, end);
      }
    }
    return new Span(from, from);
  }
}
