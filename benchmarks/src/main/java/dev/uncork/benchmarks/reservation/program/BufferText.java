package dev.uncork.benchmarks.reservation.program;

/** Wraps, justifies and encodes text with {@code StringBuffer}, as code before Java 5 does. */
final class BufferText implements SingleThreaded.Program {
  private static final int WORDS = 20_000;
  private static final int COLUMNS = 72;

  private final String[] words = new String[WORDS];

  BufferText() {
    for (int i = 0; i < WORDS; i++) {
      words[i] = "uncork<reserve>&counter".substring(i % 7, 8 + i % 13);
    }
  }

  @Override
  public long run() {
    StringBuffer page = new StringBuffer();
    StringBuffer line = new StringBuffer();
    for (String word : words) {
      if (line.length() + word.length() + 1 > COLUMNS) {
        justify(line);
        page.append(line).append('\n');
        line.setLength(0);
      }
      if (line.length() > 0) {
        line.append(' ');
      }
      line.append(word);
    }
    String text = encode(page);
    return text.hashCode() * 31L + text.length();
  }

  private static void justify(StringBuffer line) {
    int missing = COLUMNS - line.length();
    for (int at = line.length() - 1; at > 0 && missing > 0; at--) {
      if (line.charAt(at) == ' ') {
        line.insert(at, ' ');
        missing--;
      }
    }
  }

  private static String encode(StringBuffer page) {
    StringBuffer encoded = new StringBuffer(page.length());
    for (int i = 0; i < page.length(); i++) {
      char c = page.charAt(i);
      switch (c) {
        case '<' -> encoded.append("&lt;");
        case '>' -> encoded.append("&gt;");
        case '&' -> encoded.append("&amp;");
        default -> encoded.append(c);
      }
    }
    return encoded.toString();
  }
}
