package dev.uncork.cli.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of output, taken apart into text and figures. A figure is a number that stands by itself;
 * what only looks like one (a time of day, a version, an address, digits within a word) is text.
 */
record OutputLine(List<Token> tokens) {
  private static final int LONGEST = 400;
  private static final int MOST_FIGURES = 12;

  /** How figures are written; {@link ProgressPattern} reads them. */
  private static final String DIGITS =
      "\\d{1,3}(?:[,_'\\u00a0\\u202f]\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?";

  /** A figure as an expression: digits, and perhaps thousands, millions … of them. */
  private static final String FIGURE = "(?:" + DIGITS + ")[kKMGT]?";

  /** Colours and movements of the cursor. */
  private static final Pattern ESCAPES = Pattern.compile("\u001b\\[[0-9;?]*[A-Za-z]");

  private static final Pattern SPACE = Pattern.compile("\\s+");
  private static final Pattern BARE = Pattern.compile(FIGURE + "(?!\\w)");

  /** With a unit that touches it: 12ms, 64MB. */
  private static final Pattern WITH_UNIT =
      Pattern.compile("(?:" + DIGITS + ")(?=[A-Za-z\u00b5]+(?!\\w))");

  /** What makes a number one of several that belong together: 12:30, 1.2.3, 5-7, 2026/11/26. */
  private static final Pattern GOES_ON = Pattern.compile("[.,:'_-]\\d|/\\d+[./-]\\d");

  private static final Pattern TOGETHER = Pattern.compile("[\\dA-Za-z.,:_'/+-]+");

  /** A place (Foo.java:54, localhost:8080), a word, or one character however often. */
  private static final Pattern TEXT =
      Pattern.compile(
          "(?:localhost|[\\p{L}_][\\p{L}\\d_-]*(?:\\.[\\p{L}\\d_-]+)+):\\d+"
              + "|[\\p{L}_][\\p{L}\\d_]*(?:[.-][\\p{L}\\d_]+)*"
              + "|([^\\s\\p{L}\\d])\\1*");

  private static final Pattern DIGIT_RUN = Pattern.compile("[0-9]+");
  private static final Pattern SPECIAL = Pattern.compile("[\\\\^$.|?*+()\\[\\]{}]");
  private static final String BEFORE_FIGURES = " \t([{<=:,;|#>\"'~";

  OutputLine {
    tokens = List.copyOf(tokens);
  }

  /** What a piece of a line is. */
  enum Kind {
    SPACE,
    TEXT,
    FIGURE
  }

  /** A piece of a line. */
  record Token(Kind kind, String text) {
    /** The same for all lines of one shape. */
    String shape() {
      return switch (kind) {
        case SPACE -> " ";
        case FIGURE -> "#";
        case TEXT -> isRun() ? first() : DIGIT_RUN.matcher(text).replaceAll("0");
      };
    }

    /** What matches this piece in all lines of the shape. */
    String expression() {
      return switch (kind) {
        case SPACE -> "\\s+";
        case FIGURE -> FIGURE;
        case TEXT ->
            isRun()
                ? literal(first()) + "+"
                : DIGIT_RUN.matcher(literal(text)).replaceAll("\\\\d+");
      };
    }

    private String first() {
      return Character.toString(text.codePointAt(0));
    }

    private boolean isRun() {
      int first = text.codePointAt(0);
      return text.length() > Character.charCount(first)
          && !Character.isLetterOrDigit(first)
          && first != '_'
          && text.codePoints().allMatch(c -> c == first);
    }
  }

  private static String literal(String text) {
    return SPECIAL.matcher(text).replaceAll("\\\\$0");
  }

  /** The text of a line without colours, as far as it is looked at. */
  static String plain(String line) {
    String text = line.length() > LONGEST ? line.substring(0, LONGEST) : line;
    return text.indexOf('\u001b') < 0 ? text : ESCAPES.matcher(text).replaceAll("");
  }

  /** Takes a line apart. */
  static OutputLine of(String line) {
    String text = plain(line);
    List<Token> tokens = new ArrayList<>();
    int figures = 0;
    for (int at = 0; at < text.length(); ) {
      Token token = next(text, at, figures < MOST_FIGURES);
      figures += token.kind == Kind.FIGURE ? 1 : 0;
      tokens.add(token);
      at += token.text.length();
    }
    return new OutputLine(tokens);
  }

  private static Token next(String text, int at, boolean figures) {
    char c = text.charAt(at);
    if (c < '0' || c > '9') {
      Matcher space = from(SPACE, text, at);
      return space.lookingAt()
          ? new Token(Kind.SPACE, space.group())
          : new Token(Kind.TEXT, longest(TEXT, text, at));
    }
    if (figures && standsFree(text, at)) {
      for (Pattern pattern : List.of(BARE, WITH_UNIT)) {
        Matcher number = from(pattern, text, at);
        if (number.lookingAt() && !from(GOES_ON, text, number.end()).lookingAt()) {
          return new Token(Kind.FIGURE, number.group());
        }
      }
    }
    return new Token(Kind.TEXT, longest(TOGETHER, text, at));
  }

  /** Whether a figure can begin here, behind what is before it. */
  private static boolean standsFree(String text, int at) {
    if (at == 0 || BEFORE_FIGURES.indexOf(text.charAt(at - 1)) >= 0) {
      return true;
    }
    // The second number of 12/200.
    return at > 1 && text.charAt(at - 1) == '/' && Character.isDigit(text.charAt(at - 2));
  }

  private static Matcher from(Pattern pattern, String text, int at) {
    return pattern.matcher(text).region(at, text.length());
  }

  private static String longest(Pattern pattern, String text, int at) {
    Matcher matcher = from(pattern, text, at);
    return matcher.lookingAt() ? matcher.group() : text.substring(at, at + 1);
  }

  /** The places of the figures among the tokens. */
  List<Integer> figures() {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).kind() == Kind.FIGURE) {
        places.add(i);
      }
    }
    return places;
  }

  /** The text between a figure and the one before it. */
  String before(int place) {
    int from = place;
    while (from > 0 && tokens.get(from - 1).kind() != Kind.FIGURE) {
      from--;
    }
    return text(from, place);
  }

  /** The text between a figure and the next one. */
  String after(int place) {
    int to = place + 1;
    while (to < tokens.size() && tokens.get(to).kind() != Kind.FIGURE) {
      to++;
    }
    return text(place + 1, to);
  }

  private String text(int from, int to) {
    StringBuilder text = new StringBuilder();
    tokens.subList(from, to).forEach(token -> text.append(token.text()));
    return text.toString();
  }
}
