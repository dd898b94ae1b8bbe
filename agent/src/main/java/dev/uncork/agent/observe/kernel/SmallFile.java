package dev.uncork.agent.observe.kernel;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A reader of small kernel files into one growing buffer, and of the numbers in them.
 *
 * <p>Kernel files have no size and must be read in one go: their content may change between two
 * reads. They are named by a {@link File}, which the caller keeps: to build a path from strings at
 * each look costs more memory than all else here.
 */
final class SmallFile {
  private byte[] bytes = new byte[4096];
  private int length;
  private int position;

  /** Reads a whole file and stands at its beginning. */
  void read(File path) throws IOException {
    length = 0;
    position = 0;
    try (RandomAccessFile file = new RandomAccessFile(path, "r")) {
      for (int n; (n = file.read(bytes, length, bytes.length - length)) > 0; ) {
        length += n;
        if (length == bytes.length) {
          bytes = Arrays.copyOf(bytes, 2 * length);
        }
      }
    }
  }

  /** Stands behind the last occurrence of a byte; false, and unmoved, when there is none. */
  boolean skipBehindLast(char wanted) {
    for (int i = length - 1; i >= 0; i--) {
      if (bytes[i] == wanted) {
        position = i + 1;
        return true;
      }
    }
    return false;
  }

  /** Stands behind the next line that starts with a prefix, right after it; false when none. */
  boolean skipToLine(String prefix) {
    for (int i = position; i < length; i++) {
      if ((i == 0 || bytes[i - 1] == '\n') && startsWith(prefix, i)) {
        position = i + prefix.length();
        return true;
      }
    }
    return false;
  }

  /** Stands behind a prefix of the next line; false, and at that line, when it has another. */
  boolean skipToNextLine(String prefix) {
    while (position < length && bytes[position] != '\n') {
      position++;
    }
    position = Math.min(position + 1, length);
    if (!startsWith(prefix, position)) {
      return false;
    }
    position += prefix.length();
    return true;
  }

  /** The next number; text before it is skipped within the line. -1 when the line has none. */
  long nextNumber() {
    while (position < length && bytes[position] != '\n' && !digit(bytes[position])) {
      position++;
    }
    if (position >= length || bytes[position] == '\n') {
      return -1;
    }
    long value = 0;
    while (position < length && digit(bytes[position])) {
      value = value * 10 + (bytes[position++] - '0');
    }
    return value;
  }

  /** Skips fields separated by single spaces. */
  void skipFields(int count) {
    for (int left = count; left > 0 && position < length; position++) {
      if (bytes[position] == ' ') {
        left--;
      }
    }
  }

  /** The text between the first and the last of two bytes, as {@code comm} stands in a stat. */
  String between(char first, char last) {
    int from = 0;
    while (from < length && bytes[from] != first) {
      from++;
    }
    int to = length - 1;
    while (to > from && bytes[to] != last) {
      to--;
    }
    return to <= from ? "" : new String(bytes, from + 1, to - from - 1, StandardCharsets.UTF_8);
  }

  private boolean startsWith(String prefix, int at) {
    if (at + prefix.length() > length) {
      return false;
    }
    for (int i = 0; i < prefix.length(); i++) {
      if (bytes[at + i] != prefix.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether what was read starts with a digit. */
  boolean startsWithDigit() {
    return length > 0 && digit(bytes[0]);
  }

  private static boolean digit(byte b) {
    return b >= '0' && b <= '9';
  }
}
