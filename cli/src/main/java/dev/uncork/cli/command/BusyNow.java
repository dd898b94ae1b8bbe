package dev.uncork.cli.command;

import dev.uncork.cli.attach.CpuReading;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How many cores a process keeps busy, from one look to the next. */
final class BusyNow {
  private final long pid;
  private @Nullable CpuReading before;

  BusyNow(long pid) {
    this.pid = pid;
  }

  /** For the line on the terminal: nothing at the first look. */
  String words() {
    CpuReading now = CpuReading.of(pid).orElse(null);
    CpuReading earlier = before;
    before = now;
    return now == null || earlier == null
        ? ""
        : String.format(
            Locale.ROOT, ", %.1f cores busy, %d threads", now.coresSince(earlier), now.threads());
  }
}
