package dev.uncork.sparkledger.log;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One copy of each text that many events repeat, such as stacks of call sites. */
final class Interned {
  private static final int MOST = 50_000;

  private final Map<String, String> texts = new HashMap<>();

  /** The same text, as the copy that is kept. */
  String of(String text) {
    @Nullable String known = texts.get(text);
    if (known != null) {
      return known;
    }
    if (texts.size() < MOST) {
      texts.put(text, text);
    }
    return text;
  }
}
