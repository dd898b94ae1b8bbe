package dev.uncork.report.live;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.LockRow;
import dev.uncork.diagnosis.LockSite;
import dev.uncork.recording.Frame;
import dev.uncork.report.text.Wrap;
import dev.uncork.report.words.Amounts;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;

/** One lock in full: who waits for it and where, who holds it and where. */
final class LockPage {
  private static final int MAX_FRAMES = 12;

  private LockPage() {}

  static List<AttributedString> lines(LockRow lock, Diagnosis diagnosis, Paint paint) {
    List<AttributedString> lines = new ArrayList<>();
    double seconds = Math.max(1e-9, diagnosis.recording().durationNanos() / 1e9);
    lines.add(paint.bold(Wrap.shortenPackages(lock.name(), paint.width())));
    lines.add(
        paint.plain(
            Amounts.three(lock.use().totalAcquireNanos() / 1e9 / seconds)
                + " threads wait on average, "
                + TopView.rate(lock.use().blocked() / seconds)
                + " blocked/s, longest "
                + Amounts.nanos(lock.use().maxAcquireNanos())));
    lines.add(paint.plain(""));
    lines.add(paint.bold("Waiters"));
    long blocked = lock.sites().stream().mapToLong(LockSite::blocked).sum();
    for (LockSite site : lock.sites()) {
      place(share(site.blocked(), blocked), site.frame().toString(), paint, lines);
    }
    if (lock.sites().isEmpty()) {
      lines.add(paint.plain("  no stack yet"));
    }
    lines.add(paint.plain(""));
    lines.add(paint.bold("Holders"));
    long samples = lock.holders().stream().mapToLong(LockRow.Holder::samples).sum();
    for (LockRow.Holder holder : lock.holders()) {
      String at = holder.frame().map(frame -> " in " + frame).orElse("");
      place(share(holder.samples(), samples), holder.thread() + at, paint, lines);
    }
    if (lock.holders().isEmpty()) {
      lines.add(paint.plain("  none seen yet: only the hottest lock's holder is sampled"));
    }
    lock.site().ifPresent(site -> stack("Stack of the first waiter", site.stack(), paint, lines));
    lock.holder()
        .ifPresent(holder -> stack("Stack of the first holder", holder.stack(), paint, lines));
    return lines;
  }

  private static String share(long part, long all) {
    String percent = Amounts.percent(all == 0 ? 0 : (double) part / all);
    return " ".repeat(Math.max(0, 7 - percent.length())) + percent + "  ";
  }

  private static void place(String share, String text, Paint paint, List<AttributedString> lines) {
    int room = paint.width() - share.length();
    lines.add(paint.plain(share + Wrap.middle(Wrap.shortenPackages(text, room), room)));
  }

  private static void stack(
      String title, List<Frame> frames, Paint paint, List<AttributedString> lines) {
    lines.add(paint.plain(""));
    lines.add(paint.bold(title));
    for (Frame frame : frames.subList(0, Math.min(MAX_FRAMES, frames.size()))) {
      place("  ", frame.toString(), paint, lines);
    }
  }
}
