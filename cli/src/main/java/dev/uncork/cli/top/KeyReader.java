package dev.uncork.cli.top;

import dev.uncork.report.live.Key;
import java.io.IOException;
import java.util.Optional;
import org.jline.utils.NonBlockingReader;

/**
 * Keys out of what a terminal sends: characters, and the sequences that begin with escape.
 *
 * <p>Not JLine's {@code KeyMap}, which knows fixed sequences only: of any other, such as F5 or
 * Ctrl-Up, it hands out the characters one by one, which then would close the page and filter.
 */
final class KeyReader {
  private static final int ESCAPE = 27;
  private static final int BACKSPACE = 8;
  private static final int DELETE = 127;
  private static final long SEQUENCE_MILLIS = 50;

  private final NonBlockingReader reader;
  private boolean ended;

  KeyReader(NonBlockingReader reader) {
    this.reader = reader;
  }

  /** Whether the terminal is gone. */
  boolean ended() {
    return ended;
  }

  /** The next key; empty when none came within the time, or one that means nothing here. */
  Optional<Key> read(long timeoutMillis) throws IOException {
    int c = reader.read(timeoutMillis);
    if (c == NonBlockingReader.EOF) {
      ended = true;
    }
    if (c < 0) {
      return Optional.empty();
    }
    return switch (c) {
      case ESCAPE -> sequence();
      case '\r', '\n' -> Optional.of(Key.of(Key.Name.ENTER));
      case BACKSPACE, DELETE -> Optional.of(Key.of(Key.Name.BACKSPACE));
      default -> c < ' ' ? Optional.empty() : Optional.of(Key.of((char) c));
    };
  }

  private Optional<Key> sequence() throws IOException {
    int kind = reader.peek(SEQUENCE_MILLIS);
    if (kind != '[' && kind != 'O') {
      return Optional.of(Key.of(Key.Name.ESCAPE));
    }
    reader.read();
    int c = reader.read(SEQUENCE_MILLIS);
    int digit = c;
    while (c >= '0' && c <= '9' || c == ';') {
      c = reader.read(SEQUENCE_MILLIS);
    }
    Key.Name name =
        switch (c) {
          case 'A' -> Key.Name.UP;
          case 'B' -> Key.Name.DOWN;
          case '~' -> digit == '5' ? Key.Name.PAGE_UP : digit == '6' ? Key.Name.PAGE_DOWN : null;
          default -> null;
        };
    return Optional.ofNullable(name).map(Key::of);
  }
}
