package dev.uncork.spark.shuffle.route;

import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Takes what belongs to a shuffle that has ended out of maps. */
public final class EndedShuffles {
  private EndedShuffles() {}

  /**
   * Removes entries.
   *
   * @param ended whether the entry of a key has ended
   * @param end what is done with each value that is removed
   */
  public static <K, V> void remove(Map<K, V> from, Predicate<K> ended, Consumer<V> end) {
    from.entrySet()
        .removeIf(
            entry -> {
              boolean gone = ended.test(entry.getKey());
              if (gone) {
                end.accept(entry.getValue());
              }
              return gone;
            });
  }
}
