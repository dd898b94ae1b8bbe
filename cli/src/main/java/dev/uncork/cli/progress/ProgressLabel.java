package dev.uncork.cli.progress;

import java.util.List;
import java.util.regex.Pattern;

/** What a figure in the output is called: the words around it that are about it. */
final class ProgressLabel {
  private static final String GAP = "…";
  private static final Pattern LETTER = Pattern.compile("\\p{L}");
  private static final Pattern DIGIT = Pattern.compile("\\d");
  private static final Pattern APART = Pattern.compile("[,;()\\[\\]{}|]+");
  private static final Pattern NO_WORD_AHEAD = Pattern.compile("^[^\\p{L}" + GAP + "\"']+");
  private static final Pattern SIGN = Pattern.compile("[:=]\\s*$");

  private final List<OutputLine.Token> tokens;
  private final int place;

  private ProgressLabel(OutputLine line, int place) {
    this.tokens = line.tokens();
    this.place = place;
  }

  /** The label of a figure, which is an ellipsis in it. */
  static String of(OutputLine line, int place, int from, int to) {
    ProgressLabel label = new ProgressLabel(line, place);
    String ahead = label.text(label.begin(from), place);
    String behind = label.text(place + 1, label.end(to));
    if (LETTER.matcher(ahead).find()) {
      return (ahead + GAP + behind).strip();
    }
    return LETTER.matcher(behind).find()
        ? NO_WORD_AHEAD.matcher(ahead + GAP + behind).replaceFirst("").strip()
        : label.text(from, to).strip();
  }

  private int begin(int from) {
    boolean word = false;
    for (int i = place - 1; i >= from; i--) {
      OutputLine.Token token = tokens.get(i);
      boolean text = token.kind() == OutputLine.Kind.TEXT;
      if ((word && token.kind() == OutputLine.Kind.FIGURE)
          || (text && APART.matcher(token.text()).matches())
          || (text && DIGIT.matcher(token.text()).find())) {
        return i + 1;
      }
      word |= LETTER.matcher(token.text()).find();
    }
    return from;
  }

  /** Behind the unit, or what is counted; the name of a figure further on is left out. */
  private int end(int to) {
    int space = -1;
    for (int i = place + 1; i < to; i++) {
      OutputLine.Token token = tokens.get(i);
      if (token.kind() == OutputLine.Kind.FIGURE) {
        return space >= 0 && SIGN.matcher(text(place + 1, i)).find() ? space : i;
      }
      if (APART.matcher(token.text()).matches()) {
        return i;
      }
      if (space < 0 && token.kind() == OutputLine.Kind.SPACE) {
        space = i;
      }
    }
    return to;
  }

  private String text(int from, int to) {
    StringBuilder text = new StringBuilder();
    for (OutputLine.Token token : tokens.subList(from, to)) {
      text.append(
          switch (token.kind()) {
            case SPACE -> " ";
            case FIGURE -> GAP;
            case TEXT -> token.text();
          });
    }
    return text.toString();
  }
}
