package dev.uncork.cli.value;

import dev.uncork.cli.error.UserError;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An option that lists counts as people write them: {@code 1,2,4,8}, {@code 1..8}.
 *
 * @param most the highest count allowed
 * @param doubles whether a range holds doubles of its first count and its last, or every count
 * @param example shown when the text is not understood
 */
public record CountList(String option, int most, boolean doubles, String example) {
  private static final Pattern ONE_OR_RANGE = Pattern.compile("(\\d{1,6})(?:\\.\\.(\\d{1,6}))?");
  private static final int LONGEST = 1000;

  /** Workers of {@code uncork sweep}. */
  public static CountList workers() {
    return new CountList("--workers", 999_999, false, "1,2,4,8 or 1..8");
  }

  /** Cores of {@code uncork predict}; beyond these the model's arithmetic takes minutes. */
  public static CountList cores() {
    return new CountList("--cores", 4096, true, "8,16,64 or 8..384");
  }

  /** The counts, ascending, each once. */
  public List<Integer> parse(String text) {
    TreeSet<Integer> counts = new TreeSet<>();
    for (String part : text.split(",", -1)) {
      Matcher matcher = ONE_OR_RANGE.matcher(part.strip());
      if (!matcher.matches()) {
        throw refusal(text);
      }
      int first = Integer.parseInt(matcher.group(1));
      int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
      if (first < 1 || last < first || last > most || (!doubles && last - first >= LONGEST)) {
        throw refusal(text);
      }
      for (int count = first; count < last; count = doubles ? 2 * count : count + 1) {
        counts.add(count);
      }
      counts.add(last);
    }
    return List.copyOf(counts);
  }

  private UserError refusal(String text) {
    return new UserError(
        option
            + " '"
            + text
            + "' is not a list of counts from 1 to "
            + most
            + "; expected for example "
            + example);
  }
}
