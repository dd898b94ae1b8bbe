package dev.uncork.cli.top;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.recording.read.LiveRecording;
import dev.uncork.report.live.Key;
import dev.uncork.report.live.TopState;
import dev.uncork.report.live.TopView;
import dev.uncork.report.text.Look;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jspecify.annotations.Nullable;

/** The terminal while {@code top} has it: the alternate screen, raw keys, the loop over both. */
public final class TopScreen implements AutoCloseable {
  private static final long KEY_MILLIS = 100;
  private static final long REFRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final org.jline.terminal.Terminal terminal;
  private final Attributes before;
  private final Terminal.Screen screen;
  private final Display display;
  private final KeyReader keys;
  private final TopState state = new TopState();
  private Size size = new Size(0, 0);

  /** What the screen needs to know of the observed JVM. */
  public interface Subject {
    /** What it is, in a few words. */
    String title();

    /** Why there is nothing new any more; empty while there is. */
    Optional<String> ended();

    /** What to say of threads that wait for each other for ever; empty while there are none. */
    List<String> deadlocks();

    /** Writes a recording of what was seen and tells where, or why not. */
    String snapshot();
  }

  private TopScreen(org.jline.terminal.Terminal terminal, Terminal.Screen screen) {
    this.terminal = terminal;
    this.screen = screen;
    this.before = terminal.enterRawMode();
    this.display = new Display(terminal, true);
    this.keys = new KeyReader(terminal.reader());
    terminal.puts(Capability.enter_ca_mode);
    terminal.puts(Capability.keypad_xmit);
    terminal.puts(Capability.cursor_invisible);
  }

  /** Takes the terminal; refuses when there is none. */
  public static TopScreen open(Terminal.Screen screen) {
    try {
      org.jline.terminal.Terminal terminal =
          TerminalBuilder.builder() // its signal handlers would replace ours, which give it back
              .system(true)
              .exec(true)
              .dumb(false)
              .nativeSignals(false)
              .build();
      return new TopScreen(terminal, screen);
    } catch (IOException | IllegalStateException e) {
      throw notATerminal();
    }
  }

  /** What to say where nobody looks. */
  public static UserError notATerminal() {
    return new UserError(
        "uncork top needs a terminal for its input and output, and this is none; uncork attach PID"
            + " reports without one");
  }

  /** Shows what is recorded until the user, or a signal, ends it. */
  public void run(LiveRecording recording, Subject subject, BooleanSupplier over)
      throws IOException {
    Diagnosis diagnosis = null;
    Instant shown = Instant.EPOCH;
    long drawnNanos = System.nanoTime() - REFRESH_NANOS;
    boolean told = false;
    while (!over.getAsBoolean() && !keys.ended()) {
      Optional<Key> key = keys.read(KEY_MILLIS);
      if (key.isPresent()) {
        switch (state.press(key.get(), diagnosis)) {
          case QUIT -> {
            return;
          }
          case SNAPSHOT -> state.say(subject.snapshot());
          case NONE -> {
            // The state has changed, which is drawn below.
          }
        }
      }
      boolean due = System.nanoTime() - drawnNanos >= REFRESH_NANOS;
      if (due && !state.paused() && recording.latest().isAfter(shown)) {
        shown = recording.latest();
        diagnosis = Diagnosis.of(recording.recording());
      }
      if (due) {
        state.deadlocks(subject.deadlocks());
      }
      Optional<String> ended = subject.ended();
      if (ended.isPresent() && !told) {
        told = true;
        state.say(ended.get() + "; q quits");
      }
      if (due || key.isPresent() || resized()) {
        draw(diagnosis, subject.title());
        drawnNanos = System.nanoTime();
      }
    }
  }

  private boolean resized() {
    Size now = terminal.getSize();
    return !now.equals(size);
  }

  private void draw(@Nullable Diagnosis diagnosis, String title) {
    Size now = terminal.getSize();
    int columns = now.getColumns() > 0 ? now.getColumns() : 80;
    int rows = now.getRows() > 0 ? now.getRows() : 24;
    if (!now.equals(size)) {
      size = now;
      display.resize(rows, columns);
      display.clear();
      terminal.puts(Capability.clear_screen);
    }
    Look look = new Look(columns, screen.colour(), screen.blocks());
    TopView view = new TopView(state, look, rows, title);
    List<AttributedString> lines = diagnosis == null ? view.waiting() : view.lines(diagnosis);
    display.update(lines, 0);
    terminal.flush();
  }

  /** Gives the terminal back as it was. */
  @Override
  public void close() throws IOException {
    terminal.puts(Capability.cursor_normal);
    terminal.puts(Capability.keypad_local);
    terminal.puts(Capability.exit_ca_mode);
    terminal.flush();
    terminal.setAttributes(before);
    terminal.close();
  }
}
