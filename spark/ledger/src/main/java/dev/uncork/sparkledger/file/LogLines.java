package dev.uncork.sparkledger.file;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The lines of a stream as bytes, none longer than fits into memory. */
final class LogLines {
  /** Spark's longest lines are those of plans, some hundred kilobytes. */
  private static final int LONGEST = 32 << 20;

  private final InputStream in;
  private byte[] buffer = new byte[1 << 16];
  private int start;
  private int end;
  private long tooLong;

  /** Takes lines, which lie in an array that is used again. */
  interface Taker {
    /**
     * Takes one.
     *
     * @param whole whether it has its line feed
     */
    void take(byte[] bytes, int offset, int length, boolean whole);
  }

  LogLines(InputStream in) {
    this.in = in;
  }

  /** How many lines were passed over for their length. */
  long tooLong() {
    return tooLong;
  }

  /** Hands over one line after the other until the stream ends or throws. */
  void forEach(Taker taker) throws IOException {
    int searched = 0;
    boolean passing = false;
    while (true) {
      int feed = indexOfFeed(Math.max(start, searched));
      if (feed >= 0) {
        if (passing) {
          passing = false;
        } else {
          taker.take(buffer, start, feed - start, true);
        }
        start = feed + 1;
        searched = start;
        continue;
      }
      if (passing) {
        start = end;
      } else if (end - start >= LONGEST) {
        passing = true;
        tooLong++;
        start = end;
      }
      searched = makeRoom();
      int read = in.read(buffer, end, buffer.length - end);
      if (read < 0) {
        break;
      }
      end += read;
    }
    if (end > start) {
      taker.take(buffer, start, end - start, false);
    }
  }

  private int indexOfFeed(int from) {
    for (int i = from; i < end; i++) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  /** Moves what is left to the front, in a larger buffer if it fills this; where it ends. */
  private int makeRoom() {
    int left = end - start;
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, left);
    }
    if (left > buffer.length / 2) {
      buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
    start = 0;
    end = left;
    return left;
  }
}
