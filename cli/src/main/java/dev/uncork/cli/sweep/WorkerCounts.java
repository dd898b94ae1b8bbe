package dev.uncork.cli.sweep;

import dev.uncork.cli.UserError;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads worker counts as people write them: {@code 1,2,4,8} or {@code 1..8}. */
final class WorkerCounts {
  private static final Pattern ONE_OR_RANGE = Pattern.compile("(\\d{1,6})(?:\\.\\.(\\d{1,6}))?");
  private static final int MOST = 1000;

  private WorkerCounts() {}

  static List<Integer> parse(String text) {
    TreeSet<Integer> counts = new TreeSet<>();
    for (String part : text.split(",", -1)) {
      Matcher matcher = ONE_OR_RANGE.matcher(part.strip());
      if (!matcher.matches()) {
        throw refusal(text);
      }
      int first = Integer.parseInt(matcher.group(1));
      int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
      if (first < 1 || last < first || last - first >= MOST) {
        throw refusal(text);
      }
      for (int count = first; count <= last; count++) {
        counts.add(count);
      }
    }
    return List.copyOf(counts);
  }

  private static UserError refusal(String text) {
    return new UserError(
        "--workers '" + text + "' is not a list of counts; expected for example 1,2,4,8 or 1..8");
  }
}
