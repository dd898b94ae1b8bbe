package dev.uncork.benchmarks.waits;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A program whose threads wait, and what for; written down before Uncork was asked.
 *
 * @param truth in words
 * @param kinds of verdicts that are right
 * @param says what a right verdict's text or location must match: the name of the thing or its code
 * @param fix in words
 * @param without what follows {@code java} and the class path
 * @param with the same with the fix
 */
record KnownWait(
    String name,
    String truth,
    Set<String> kinds,
    Pattern says,
    String fix,
    List<String> without,
    List<String> with) {

  /** Whether a verdict names the truth. */
  boolean isNamedBy(Verdict verdict) {
    return kinds.contains(verdict.kind())
        && says.matcher(verdict.text() + " " + verdict.location()).find();
  }

  /**
   * What Uncork said.
   *
   * @param promised how many times as fast the program would be, at most or about; 1 where it
   *     promised nothing
   */
  record Verdict(String kind, String text, String location, double promised) {}
}
