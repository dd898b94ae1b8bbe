package dev.uncork.report.live;

import dev.uncork.diagnosis.Cores;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.LockRow;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.recording.ThreadUse;
import dev.uncork.report.text.Look;
import dev.uncork.report.text.Wrap;
import dev.uncork.report.words.Amounts;
import dev.uncork.report.words.FindingWords;
import dev.uncork.report.words.LedgerRows;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jline.utils.AttributedString;

/**
 * The screen as lines: a pure function of a diagnosis of the last seconds and the user's choice.
 */
public final class TopView {
  static final int LEAST_COLUMNS = 40;
  static final int LEAST_ROWS = 10;

  private static final int WIDE = 72;
  private static final int HEADER_ROWS = 5;
  private static final int ROOMY_ROWS = 16;
  private static final int MAX_LEDGER_ROWS = 6;

  private final TopState state;
  private final Paint paint;
  private final int rows;
  private final String title;

  /**
   * A view.
   *
   * @param look its width is that of the screen
   * @param title what is observed
   */
  public TopView(TopState state, Look look, int rows, String title) {
    this.state = state;
    this.paint = new Paint(look.width(), look.colour(), look.blocks());
    this.rows = rows;
    this.title = title;
  }

  /** All lines of the screen, the last one for keys and messages. */
  public List<AttributedString> lines(Diagnosis diagnosis) {
    List<AttributedString> lines = new ArrayList<>();
    if (paint.width() < LEAST_COLUMNS || rows < LEAST_ROWS) {
      lines.add(paint.plain("Too small: at least 40x10."));
      return lines;
    }
    switch (state.page()) {
      case HELP -> help(lines);
      case LOCK -> lock(diagnosis, lines);
      case OVERVIEW -> overview(diagnosis, lines);
    }
    return finished(lines);
  }

  /** The screen before the first second is over. */
  public List<AttributedString> waiting() {
    List<AttributedString> lines = new ArrayList<>();
    lines.add(paint.bold(title));
    deadlocks(lines);
    lines.add(paint.plain("Waiting for the first second ..."));
    return finished(lines);
  }

  private List<AttributedString> finished(List<AttributedString> lines) {
    List<AttributedString> screen =
        new ArrayList<>(lines.subList(0, Math.min(lines.size(), rows - 1)));
    while (screen.size() < rows - 1) {
      screen.add(paint.plain(""));
    }
    screen.add(paint.reversed(footer()));
    return screen;
  }

  private String footer() {
    if (state.typing()) {
      return "Filter: " + state.filter() + "_   (Enter keeps it, Esc clears it)";
    }
    if (!state.message().isEmpty()) {
      return state.message();
    }
    if (state.page() != TopState.Page.OVERVIEW) {
      return "q back  p pause  w snapshot  Q quit";
    }
    return paint.width() < WIDE
        ? "q quit  s sort  / filter  ? help"
        : "q quit  Enter open  s sort  / filter  t threads  p pause  w snapshot  ? help";
  }

  private void overview(Diagnosis diagnosis, List<AttributedString> lines) {
    header(diagnosis, lines);
    if (state.threadsOnly()) {
      threads(diagnosis, rows - 1 - lines.size(), lines);
      return;
    }
    int left = rows - 1 - lines.size();
    int locks = Math.min(left - 4, Math.max(left / 2, Math.min(left * 2 / 3, 4)));
    locks(diagnosis, locks, lines);
    threads(diagnosis, rows - 1 - lines.size(), lines);
  }

  private void header(Diagnosis diagnosis, List<AttributedString> lines) {
    Cores cores = diagnosis.cores();
    String marks =
        (state.paused() ? "  PAUSED" : "")
            + (state.filter().isEmpty() ? "" : "  filter: " + state.filter());
    String command = diagnosis.recording().collector().command();
    String what = command.isEmpty() ? title : title + ": " + command;
    lines.add(paint.bold(Paint.fit(what, paint.width() - marks.length()).stripTrailing() + marks));
    List<String> verdict =
        Wrap.words(shortened(FindingWords.verdict(diagnosis.verdict())), paint.width());
    for (int i = 0; i < 2; i++) {
      String text = i < verdict.size() ? verdict.get(i) : "";
      String cut = i == 1 && verdict.size() > 2 ? text + " ..." : text;
      lines.add(verdictLine(diagnosis.verdict().kind(), cut));
    }
    deadlocks(lines);
    String busy =
        cores.known()
            ? String.format(
                Locale.ROOT,
                "Cores %d, %s busy, others %s ",
                cores.count(),
                Amounts.percent(cores.busyShare()),
                Amounts.percent(cores.othersShare()))
            : "Cores " + cores.count() + ", not known yet ";
    lines.add(paint.cyan(busy + timeline(cores, paint.width() - busy.length())));
    if (diagnosis.ledger().known()) {
      lines.add(paint.plain(ledger(diagnosis)));
    }
    if (lines.size() < HEADER_ROWS || rows >= ROOMY_ROWS) {
      lines.add(paint.plain(""));
    }
  }

  /** What most of the cores' time went to, as many rows as fit, the greatest first. */
  private String ledger(Diagnosis diagnosis) {
    StringBuilder text = new StringBuilder("Went to");
    List<LedgerRows.Line> rows =
        LedgerRows.of(diagnosis.ledger(), MAX_LEDGER_ROWS).stream()
            .sorted(Comparator.comparingDouble(LedgerRows.Line::share).reversed())
            .toList();
    for (LedgerRows.Line row : rows) {
      String next =
          (text.indexOf("%") < 0 ? " " : ", ") + row.label() + " " + Amounts.percent(row.share());
      if (text.length() + next.length() <= paint.width()) {
        text.append(next);
      }
    }
    return text.toString();
  }

  /** As many lines as leave the rest of the screen its room. */
  private void deadlocks(List<AttributedString> to) {
    List<String> wrapped = new ArrayList<>();
    for (String line : state.deadlocks()) {
      wrapped.addAll(Wrap.words(line, paint.width()));
    }
    wrapped.stream().limit(rows / 3).forEach(line -> to.add(paint.red(line)));
  }

  /** With short package names, where it is too long for its two lines. */
  private String shortened(String verdict) {
    String text = verdict;
    for (int room = 2 * paint.width(); room > paint.width(); room -= 10) {
      if (Wrap.words(text, paint.width()).size() <= 2) {
        break;
      }
      text = Wrap.shortenPackages(verdict, room - 10);
    }
    return text;
  }

  private AttributedString verdictLine(FindingKind kind, String text) {
    return switch (kind) {
      case HEALTHY -> paint.green(text);
      case IDLE, UNKNOWN, MACHINE_BUSY -> paint.yellow(text);
      default -> paint.red(text);
    };
  }

  /** The latest ticks, as many as there is room for. */
  private String timeline(Cores cores, int columns) {
    List<Double> ticks = cores.timeline();
    int room = Math.max(0, Math.min(columns, 40));
    int group = Math.max(1, (ticks.size() + room - 1) / Math.max(1, room));
    List<Double> means = new ArrayList<>();
    for (int from = ticks.size() % group; from + group <= ticks.size(); from += group) {
      double sum = 0;
      for (double tick : ticks.subList(from, from + group)) {
        sum += tick;
      }
      means.add(sum / group);
    }
    return paint.bars(means.subList(Math.max(0, means.size() - room), means.size()));
  }

  private void locks(Diagnosis diagnosis, int room, List<AttributedString> lines) {
    boolean wide = paint.width() >= WIDE;
    List<LockRow> locks = state.locks(diagnosis);
    int numbers = wide ? 42 : 21;
    int name = paint.width() - numbers;
    String heading =
        Paint.fit("Locks (" + locks.size() + ")", name)
            + heading(SortOrder.WAITING, 10)
            + heading(SortOrder.BLOCKED, 11)
            + (wide ? heading(SortOrder.LONGEST, 11) + heading(SortOrder.WAITS, 10) : "");
    lines.add(paint.bold(heading));
    double seconds = Math.max(1e-9, diagnosis.recording().durationNanos() / 1e9);
    int first = Math.max(0, Math.min(state.selected() - (room - 2), locks.size() - room + 1));
    for (int i = first; i < Math.min(locks.size(), first + room - 1); i++) {
      LockRow lock = locks.get(i);
      String line =
          Paint.fit(Wrap.shortenPackages(lock.name(), name - 1), name)
              + right(Amounts.three(lock.use().totalAcquireNanos() / 1e9 / seconds), 10)
              + right(rate(lock.use().blocked() / seconds), 11)
              + (wide
                  ? right(Amounts.three(lock.use().maxAcquireNanos() / 1e6), 11)
                      + right(rate(lock.use().waits() / seconds), 10)
                  : "");
      lines.add(i == state.selected() ? paint.reversed(line) : paint.plain(line));
    }
    if (locks.isEmpty()) {
      lines.add(
          paint.plain(
              state.filter().isEmpty()
                  ? "  none: no acquire blocked in the last seconds"
                  : "  none that contains " + state.filter()));
    }
    lines.add(paint.plain(""));
  }

  private String heading(SortOrder order, int width) {
    return right(order.column() + (order == state.order() ? "*" : ""), width);
  }

  private void threads(Diagnosis diagnosis, int room, List<AttributedString> lines) {
    List<ThreadUse> threads = state.threads(diagnosis);
    int name = paint.width() - 25;
    lines.add(
        paint.bold(
            Paint.fit("Threads (" + threads.size() + ")", name)
                + right("CPU %", 8)
                + right("on CPU", 8)
                + right("moves/s", 9)));
    double nanos = Math.max(1, diagnosis.recording().durationNanos());
    int first =
        state.threadsOnly()
            ? Math.max(0, Math.min(state.selected() - (room - 2), threads.size() - room + 1))
            : 0;
    for (int i = first; i < Math.min(threads.size(), first + room - 1); i++) {
      ThreadUse thread = threads.get(i);
      String line =
          Paint.fit(Wrap.middle(thread.name(), name - 1), name)
              + right(Amounts.three(100 * thread.cpuNanos() / nanos), 8)
              + right(thread.lastCpu() < 0 ? "?" : Integer.toString(thread.lastCpu()), 8)
              + right(Amounts.three(thread.cpuChanges() / (nanos / 1e9)), 9);
      boolean chosen = state.threadsOnly() && i == state.selected();
      lines.add(chosen ? paint.reversed(line) : paint.plain(line));
    }
  }

  private void lock(Diagnosis diagnosis, List<AttributedString> lines) {
    LockRow lock = state.opened(diagnosis).orElse(null);
    if (lock == null) {
      lines.add(paint.bold("This lock blocked nobody in the last seconds."));
      return;
    }
    List<AttributedString> body = new ArrayList<>(LockPage.lines(lock, diagnosis, paint));
    int last = Math.max(0, body.size() - (rows - 2));
    lines.addAll(body.subList(Math.min(state.scrolled(), last), body.size()));
  }

  private void help(List<AttributedString> lines) {
    lines.add(paint.bold("Uncork top: what keeps a JVM from its cores, over the last seconds"));
    for (String line :
        List.of(
            "",
            "Up Down j k    select a lock          Enter  its waiters and its holders",
            "s              sort by the next column (marked *)",
            "/              filter names           Esc    clear the filter, go back",
            "t              threads on the whole screen",
            "p, Space       pause and go on        w      write a recording here",
            "?              this help              q      back, quit   Q  quit",
            "",
            "Went to        what the cores' time went to, or what idle cores waited for",
            "waiting        threads that wait for the lock, on average",
            "blocked/s      acquires that blocked  max ms the longest of them",
            "waits/s        Object.wait, Condition.await",
            "moves/s        how often the thread was seen on another CPU")) {
      lines.add(paint.plain(line));
    }
  }

  static String rate(double perSecond) {
    return perSecond >= 1e6 ? Amounts.three(perSecond / 1e6) + " M" : Amounts.three(perSecond);
  }

  private static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }
}
