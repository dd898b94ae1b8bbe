package dev.uncork.recording.read;

import java.util.HashMap;
import java.util.Map;

/**
 * The Java names of threads, which samples tell: the kernel cuts names short and never learns some.
 */
final class JavaNames {
  private final Map<Long, String> names = new HashMap<>();

  void learn(long threadId, String name) {
    if (!name.isEmpty()
        && (names.size() < ThreadTable.MAX_THREADS || names.containsKey(threadId))) {
      names.put(threadId, name);
    }
  }

  String of(long threadId, String otherwise) {
    return names.getOrDefault(threadId, otherwise);
  }
}
