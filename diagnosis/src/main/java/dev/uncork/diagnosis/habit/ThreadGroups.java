package dev.uncork.diagnosis.habit;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Like-named threads under one name: {@code worker-*} for {@code worker-1} and {@code worker-2}.
 */
public final class ThreadGroups {
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private final Map<String, String> groups = new HashMap<>();
  private final Map<String, String> common = new HashMap<>();

  /** What like-named threads have in common: each number of a name becomes {@code *}. */
  static String withoutNumbers(String name) {
    return NUMBER.matcher(name).replaceAll("*");
  }

  /** The group of a name. */
  public String of(String name) {
    String known = groups.get(name);
    return known == null ? add(name) : known;
  }

  private String add(String name) {
    String group = withoutNumbers(name);
    groups.put(name, group);
    common.merge(group, name, ThreadGroups::common);
    return group;
  }

  /** The name to show for a group, with the numbers that all its threads have. */
  public String shown(String group) {
    return common.getOrDefault(group, group);
  }

  /**
   * The name to show for some threads of a group and one more: {@code http-80-*} for {@code
   * http-80-1} and {@code http-80-2}.
   */
  public static String common(String shown, String name) {
    if (shown.equals(name)) {
      return shown;
    }
    StringBuilder result = new StringBuilder();
    int in = 0;
    for (int of = 0; of < shown.length() && in < name.length(); ) {
      char next = shown.charAt(of);
      int end = endOfNumber(name, in);
      if (end == in) {
        result.append(next);
        of++;
        in++;
      } else {
        String number = name.substring(in, end);
        int ofEnd = next == '*' ? of + 1 : endOfNumber(shown, of);
        result.append(shown.substring(of, ofEnd).equals(number) ? number : "*");
        of = ofEnd;
        in = end;
      }
    }
    return result.toString();
  }

  private static int endOfNumber(String text, int from) {
    int end = from;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isDigit(char one) {
    return one >= '0' && one <= '9';
  }
}
