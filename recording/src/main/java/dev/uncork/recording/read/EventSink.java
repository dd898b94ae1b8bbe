package dev.uncork.recording.read;

import jdk.jfr.consumer.RecordedEvent;

/**
 * What the parser hands the events of a file to, in any order, by one thread at a time.
 *
 * @param <T> what is made of them
 */
interface EventSink<T> {
  /** Tells a type's name before the first event; settings refer to types by number. */
  default void defineType(long id, String name) {}

  /**
   * Takes one event in.
   *
   * @return whether it made sense
   */
  boolean accept(RecordedEvent event);

  /** What the events that could be read make. */
  T end();
}
