package dev.uncork.diagnosis.lever;

import dev.uncork.diagnosis.LockRow;
import dev.uncork.diagnosis.LockSite;
import dev.uncork.recording.Frame;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a lock guards, guessed from names alone: of its class, and of the methods that take it. A
 * guess decides what is advised, never what is done.
 */
enum Guarded {
  COUNTER(
      Advice.Remedy.COUNTER,
      Set.of("counter", "count", "counts", "statistics", "stats", "sequence", "tally")),
  TABLE(
      Advice.Remedy.STRIPE,
      Set.of(
          "map", "set", "cache", "table", "index", "registry", "dictionary", "hashtable", "bag")),
  QUEUE(
      Advice.Remedy.CHUNK,
      Set.of(
          "queue", "deque", "worklist", "buffer", "channel", "mailbox", "stack", "pool", "list")),
  LOG(
      Advice.Remedy.QUIET,
      Set.of("log", "logger", "trace", "appender", "writer", "journal", "printstream")),
  OTHER(Advice.Remedy.HOLD, Set.of());

  private static final Pattern WORDS =
      Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z0-9]+");
  private static final Pattern OPTION = Pattern.compile("^-(D|XX:[+-]?)");
  private static final Set<String> COUNTING =
      Set.of("increment", "inc", "decrement", "add", "count", "next", "tick", "tally");
  private static final Set<String> TABLE_METHODS =
      Set.of("put", "get", "contains", "lookup", "intern", "compute", "visited");
  private static final Set<String> QUEUE_METHODS =
      Set.of("enqueue", "dequeue", "offer", "poll", "take", "push", "pop");
  private static final Set<String> LOG_METHODS =
      Set.of("log", "write", "print", "println", "append", "debug", "info", "warn");

  private final Advice.Remedy remedy;
  private final Set<String> nouns;

  Guarded(Advice.Remedy remedy, Set<String> nouns) {
    this.remedy = remedy;
    this.nouns = nouns;
  }

  /** The remedy that fits. */
  Advice.Remedy remedy() {
    return remedy;
  }

  static Guarded by(LockRow lock) {
    List<String> className = words(simple(lock.use().id().lockClass()));
    // The last noun of a name says what it is: a QueueStatistics is statistics.
    for (int i = className.size() - 1; i >= 0; i--) {
      for (Guarded kind : values()) {
        if (kind.nouns.contains(className.get(i))) {
          return kind;
        }
      }
    }
    for (LockSite site : lock.sites()) {
      Guarded byMethod = ofMethod(site.frame());
      if (byMethod != OTHER) {
        return byMethod;
      }
    }
    return OTHER;
  }

  private static Guarded ofMethod(Frame frame) {
    List<String> method = words(frame.method());
    if (method.isEmpty()) {
      return OTHER;
    }
    String verb = method.get(0);
    if (LOG_METHODS.contains(verb)) {
      return LOG;
    }
    if (QUEUE_METHODS.contains(verb)) {
      return QUEUE;
    }
    if (TABLE_METHODS.contains(verb)) {
      return TABLE;
    }
    return COUNTING.contains(verb) ? COUNTER : OTHER;
  }

  /** Whether a lever's name speaks of such a lock: {@code -Dstripes} of a table, and so on. */
  boolean isMeantBy(String lever) {
    Set<String> more =
        switch (this) {
          case TABLE -> Set.of("stripe", "stripes", "segments", "shards");
          case QUEUE -> Set.of("chunk", "chunks", "batch");
          case LOG -> Set.of("logging", "level", "verbose");
          default -> Set.of();
        };
    return words(lever).stream().anyMatch(word -> nouns.contains(word) || more.contains(word));
  }

  static List<String> words(String name) {
    return WORDS
        .splitAsStream(OPTION.matcher(name).replaceFirst(""))
        .filter(word -> !word.isEmpty())
        .map(word -> word.toLowerCase(Locale.ROOT))
        .toList();
  }

  static String simple(String className) {
    return className.substring(
        Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1);
  }
}
