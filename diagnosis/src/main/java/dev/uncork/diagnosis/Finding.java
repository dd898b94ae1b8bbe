package dev.uncork.diagnosis;

import java.util.List;

/**
 * A bottleneck with its evidence.
 *
 * @param savedShareAtMost share of the run time that would be saved at most without it, 0 to 1
 * @param text one sentence, with the code location where there is one
 * @param location code location, such as {@code com.acme.Cache.put(Cache.java:42)}, or empty
 * @param evidence figures that it rests on, one line each
 */
public record Finding(
    FindingKind kind,
    double savedShareAtMost,
    String text,
    String location,
    List<String> evidence) {
  public Finding {
    evidence = List.copyOf(evidence);
  }
}
