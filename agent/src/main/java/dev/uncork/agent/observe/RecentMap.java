package dev.uncork.agent.observe;

import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps so many entries, those that were asked for last. */
public final class RecentMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int most;

  /** Empty. */
  public RecentMap(int most) {
    super(16, 0.75f, true);
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
