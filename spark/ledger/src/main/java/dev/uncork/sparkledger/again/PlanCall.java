package dev.uncork.sparkledger.again;

import dev.uncork.sparkledger.finding.PlanSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A call in an operator's text.
 *
 * @param name of what is called
 * @param text of all of it, such as {@code upper(name#3)}; empty where the operator's is cut off
 */
record PlanCall(String name, String text) {
  private static final Pattern CALL = Pattern.compile("([A-Za-z_]\\w*)\\(");

  /** What Spark adds itself, and parts of an operator's text that only look like calls. */
  private static final Pattern NO_CALL =
      Pattern.compile(
          "cast|isnotnull|isnull|coalesce|knownnotnull|partial_\\w+|merge_\\w+|finalmerge_\\w+"
              + "|\\w*Aggregate|\\w*Exchange|Execute|WholeStageCodegen");

  /** Functions that parse a whole text; what they parse is the group. */
  private static final Pattern PARSER = Pattern.compile("(?:from_|get_)?(json|csv|xml)(?:_\\w+)?");

  /** All calls in an operator's text, those within others too. */
  static List<PlanCall> of(String text) {
    List<PlanCall> calls = new ArrayList<>();
    Matcher call = CALL.matcher(text);
    while (call.find()) {
      calls.add(new PlanCall(call.group(1), balanced(text, call.start(), call.end())));
    }
    return calls;
  }

  /** From a call's name to the end of its arguments; empty where there is none. */
  private static String balanced(String text, int from, int arguments) {
    int open = 1;
    for (int at = arguments; at < text.length(); at++) {
      char c = text.charAt(at);
      open += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (open == 0) {
        return text.substring(from, at + 1);
      }
    }
    return "";
  }

  /** The columns that it takes, with Spark's numbers for them. */
  List<String> columns() {
    return PlanSearch.COLUMN.matcher(text).results().map(MatchResult::group).distinct().toList();
  }

  /** What the whole text is that it parses, such as {@code json}; empty where it parses none. */
  Optional<String> parsed() {
    Matcher parser = PARSER.matcher(name);
    return parser.matches() ? Optional.of(parser.group(1)) : Optional.empty();
  }

  /** Whether the program calls something here, with a column. */
  boolean isOfProgram() {
    return text.contains("#") && !NO_CALL.matcher(name).matches();
  }

  /** How many calls it takes, with itself. */
  long calls() {
    return CALL.matcher(text)
        .results()
        .filter(call -> !NO_CALL.matcher(call.group(1)).matches())
        .count();
  }

  /** A text without the numbers of its columns. */
  static String byName(String text) {
    return PlanSearch.COLUMN.matcher(text).replaceAll("$1");
  }
}
