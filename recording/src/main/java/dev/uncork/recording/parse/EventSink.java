package dev.uncork.recording.parse;

import java.util.List;
import java.util.Optional;

/**
 * What the parser hands the events of a file to.
 *
 * @param <T> what is made of them
 */
public interface EventSink<T> {
  /** Tells a type's name before the first event of a chunk; settings refer to types by number. */
  default void defineType(long id, String name) {}

  /**
   * The parts of it that share nothing until the end, so that each can have a thread. An event goes
   * to the first that takes its type.
   */
  List<Part> parts();

  /** The part that takes events of a type, if any. */
  default Optional<Part> partFor(String type) {
    return parts().stream().filter(part -> part.takes(type)).findFirst();
  }

  /** What the events that could be read make. */
  T end();

  /** Takes the events of some types in the order of the file, by one thread at a time. */
  interface Part {
    /** Whether it takes events of a type. */
    boolean takes(String type);

    /**
     * Takes one event in.
     *
     * @return whether it made sense
     */
    boolean accept(JfrEvent event);
  }
}
