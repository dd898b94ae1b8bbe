package dev.uncork.report.live;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.LockRow;
import dev.uncork.recording.LockId;
import dev.uncork.recording.ThreadUse;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the user has chosen to see, and what the keys do to it. */
public final class TopState {
  private static final int PAGE = 10;

  /** What is on the screen. */
  enum Page {
    OVERVIEW,
    LOCK,
    HELP
  }

  /** What a key asks for that the state alone can't do. */
  public enum Request {
    NONE,
    QUIT,
    SNAPSHOT
  }

  private Page page = Page.OVERVIEW;
  private SortOrder order = SortOrder.WAITING;
  private String filter = "";
  private boolean typing;
  private boolean paused;
  private boolean threadsOnly;
  private int selected;
  private int scrolled;
  private @Nullable LockId opened;
  private String message = "";
  private List<String> deadlocks = List.of();

  Page page() {
    return page;
  }

  SortOrder order() {
    return order;
  }

  String filter() {
    return filter;
  }

  boolean typing() {
    return typing;
  }

  /** Whether the screen stands still. */
  public boolean paused() {
    return paused;
  }

  /** Whether threads have the whole screen. */
  boolean threadsOnly() {
    return threadsOnly;
  }

  int selected() {
    return selected;
  }

  int scrolled() {
    return scrolled;
  }

  String message() {
    return message;
  }

  List<String> deadlocks() {
    return deadlocks;
  }

  /** Says which threads wait for each other for ever, as long as they do. */
  public void deadlocks(List<String> lines) {
    deadlocks = List.copyOf(lines);
  }

  /** Says something in the last line until the next key. */
  public void say(String text) {
    message = text;
  }

  /** The locks to list, in their order. */
  List<LockRow> locks(Diagnosis diagnosis) {
    return diagnosis.locks().stream()
        .filter(row -> matches(row.name()) || matches(row.use().id().lockClass()))
        .sorted(order.comparator())
        .toList();
  }

  /** The threads to list, the busiest first. */
  List<ThreadUse> threads(Diagnosis diagnosis) {
    return diagnosis.recording().threads().stream()
        .filter(thread -> !threadsOnly || matches(thread.name()))
        .toList();
  }

  /** The lock that was opened, as long as it is contended. */
  Optional<LockRow> opened(Diagnosis diagnosis) {
    return diagnosis.locks().stream().filter(row -> row.use().id().equals(opened)).findFirst();
  }

  private boolean matches(String name) {
    return name.toLowerCase(Locale.ROOT).contains(filter.toLowerCase(Locale.ROOT));
  }

  /** Does what a key means here. */
  public Request press(Key key, @Nullable Diagnosis diagnosis) {
    message = "";
    if (typing) {
      type(key);
      return Request.NONE;
    }
    return switch (key.name()) {
      case UP -> move(-1, diagnosis);
      case DOWN -> move(1, diagnosis);
      case PAGE_UP -> move(-PAGE, diagnosis);
      case PAGE_DOWN -> move(PAGE, diagnosis);
      case ENTER -> open(diagnosis);
      case ESCAPE, BACKSPACE -> back();
      case CHARACTER -> character(key.character(), diagnosis);
    };
  }

  private void type(Key key) {
    selected = 0;
    switch (key.name()) {
      case CHARACTER -> filter += key.character();
      case BACKSPACE -> filter = filter.isEmpty() ? "" : filter.substring(0, filter.length() - 1);
      case ENTER -> typing = false;
      case ESCAPE -> {
        typing = false;
        filter = "";
      }
      default -> {
        // Arrows mean nothing in a word that is being typed.
      }
    }
  }

  private Request character(char c, @Nullable Diagnosis diagnosis) {
    switch (c) {
      case 'q' -> {
        return page == Page.OVERVIEW ? Request.QUIT : back();
      }
      case 'Q' -> {
        return Request.QUIT;
      }
      case 'w' -> {
        return Request.SNAPSHOT;
      }
      case 'k' -> move(-1, diagnosis);
      case 'j' -> move(1, diagnosis);
      case 's' -> order = order.next();
      case 't' -> threadsOnly = !threadsOnly;
      case 'p', ' ' -> paused = !paused;
      case '/' -> {
        page = Page.OVERVIEW;
        typing = true;
      }
      case '?', 'h' -> page = page == Page.HELP ? Page.OVERVIEW : Page.HELP;
      default -> say("'" + c + "' does nothing; ? explains the keys");
    }
    return Request.NONE;
  }

  private Request move(int by, @Nullable Diagnosis diagnosis) {
    if (page == Page.OVERVIEW && diagnosis != null) {
      int rows = threadsOnly ? threads(diagnosis).size() : locks(diagnosis).size();
      selected = Math.max(0, Math.min(rows - 1, selected + by));
    } else {
      scrolled = Math.max(0, scrolled + by);
    }
    return Request.NONE;
  }

  private Request open(@Nullable Diagnosis diagnosis) {
    if (page == Page.OVERVIEW && diagnosis != null && !threadsOnly) {
      List<LockRow> rows = locks(diagnosis);
      if (!rows.isEmpty()) {
        opened = rows.get(Math.min(selected, rows.size() - 1)).use().id();
        page = Page.LOCK;
        scrolled = 0;
      }
    }
    return Request.NONE;
  }

  private Request back() {
    if (page == Page.OVERVIEW) {
      filter = "";
      threadsOnly = false;
    }
    page = Page.OVERVIEW;
    scrolled = 0;
    return Request.NONE;
  }
}
