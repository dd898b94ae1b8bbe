package dev.uncork.cli.predict;

import dev.uncork.cli.UserError;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads core counts as people write them: {@code 8,16,64} or {@code 8..384}, which doubles. */
public final class CoreCounts {
  /** Beyond this the model's arithmetic would take minutes. */
  private static final int MOST = 4096;

  private static final Pattern ONE_OR_RANGE = Pattern.compile("(\\d{1,5})(?:\\.\\.(\\d{1,5}))?");

  private CoreCounts() {}

  /** Ascending. */
  public static List<Integer> parse(String text) {
    TreeSet<Integer> counts = new TreeSet<>();
    for (String part : text.split(",", -1)) {
      Matcher matcher = ONE_OR_RANGE.matcher(part.strip());
      if (!matcher.matches()) {
        throw refusal(text);
      }
      int first = Integer.parseInt(matcher.group(1));
      int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
      if (first < 1 || last < first || last > MOST) {
        throw refusal(text);
      }
      for (int count = first; count < last; count *= 2) {
        counts.add(count);
      }
      counts.add(last);
    }
    return List.copyOf(counts);
  }

  private static UserError refusal(String text) {
    return new UserError(
        "--cores '"
            + text
            + "' is not a list of core counts from 1 to "
            + MOST
            + "; expected for example 8,16,64 or 8..384");
  }
}
