package dev.uncork.testsupport;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** How often a test is run: while working, for each submission, or before an issue is resolved. */
public enum Tier {
  FAST,
  DEFAULT,
  ALL;

  private static final String PROPERTY = "uncork.test.tier";

  /**
   * The tier that {@code ./test} was asked for; the default one where something else runs tests.
   */
  public static Tier asked() {
    return valueOf(System.getProperty(PROPERTY, DEFAULT.name()).toUpperCase(Locale.ROOT));
  }

  /**
   * The tier of a test with these tags, its class's among them: "fast" is said of methods in slower
   * classes, "all" also of methods in classes of the default tier.
   */
  static Tier of(Collection<String> tags) {
    if (tags.contains("fast")) {
      return FAST;
    }
    if (tags.contains("all")) {
      return ALL;
    }
    return tags.contains("default") ? DEFAULT : FAST;
  }

  /** All of these in the tier {@code all}; the first one elsewhere, standing for the others. */
  public <T> List<T> choose(List<T> candidates) {
    return this == ALL || candidates.isEmpty() ? candidates : candidates.subList(0, 1);
  }
}
