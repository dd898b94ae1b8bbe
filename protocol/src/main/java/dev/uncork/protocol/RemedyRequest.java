package dev.uncork.protocol;

import java.util.Optional;

/**
 * A remedy as users ask for it: {@code NAME} or {@code NAME=CLASSES}.
 *
 * @param chosen what stands after the equals sign: classes, or a node
 */
public record RemedyRequest(RemedyName remedy, Optional<String> chosen) {
  private static final String EVERY = "*";

  /** A remedy for some classes, patterns separated by semicolons. */
  public static RemedyRequest of(RemedyName remedy, String classes) {
    return new RemedyRequest(remedy, Optional.of(classes));
  }

  /** Reads one; empty where it names no remedy. */
  public static Optional<RemedyRequest> parse(String text) {
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    Optional<String> chosen =
        equals < 0 ? Optional.empty() : Optional.of(text.substring(equals + 1));
    return RemedyName.of(name).map(remedy -> new RemedyRequest(remedy, chosen));
  }

  /** The classes; all where none are chosen. */
  public String classes() {
    return chosen.orElse(EVERY);
  }

  @Override
  public String toString() {
    return remedy.label() + chosen.map(classes -> "=" + classes).orElse("");
  }
}
