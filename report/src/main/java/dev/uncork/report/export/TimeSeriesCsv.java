package dev.uncork.report.export;

import dev.uncork.recording.CpuTick;
import dev.uncork.recording.Gc;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.ProcessTick;
import dev.uncork.recording.ProgressPoint;
import dev.uncork.recording.Recording;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;

/**
 * What a recording holds over time, for spreadsheets: one value a line, {@code
 * time,second,series,name,value,unit} (RFC 4180).
 */
final class TimeSeriesCsv {
  private final Recording recording;
  private final Appendable out;

  private TimeSeriesCsv(Recording recording, Appendable out) {
    this.recording = recording;
    this.out = out;
  }

  static void write(Recording recording, Appendable out) throws IOException {
    new TimeSeriesCsv(recording, out).write();
  }

  private void write() throws IOException {
    out.append("time,second,series,name,value,unit\r\n");
    for (CpuTick tick : recording.cpu()) {
      line(tick.endMillis(), "cores-busy", "process", decimal(tick.processBusy()), "share");
      line(tick.endMillis(), "cores-busy", "machine", decimal(tick.machineBusy()), "share");
    }
    for (LockUse lock : recording.locks()) {
      String name =
          lock.id().instance() == 0
              ? lock.id().lockClass()
              : lock.id().lockClass() + "@" + Integer.toHexString(lock.id().instance());
      for (LockUse.LockSecond second : lock.seconds()) {
        long atMillis = second.second() * 1000L;
        line(atMillis, "lock-blocked", name, Long.toString(second.blocked()), "acquires");
        line(atMillis, "lock-acquire", name, Long.toString(second.acquireNanos()), "ns");
      }
    }
    for (Gc gc : recording.gcs()) {
      line(gc.startMillis(), "gc-pause", gc.name(), Long.toString(gc.pauseNanos()), "ns");
    }
    for (ProcessTick tick : recording.process()) {
      line(tick.endMillis(), "threads", "", Integer.toString(tick.threads()), "threads");
      line(tick.endMillis(), "resident", "", Long.toString(tick.residentBytes()), "bytes");
    }
    for (ProgressPoint point : recording.progress()) {
      line(point.atMillis(), "progress", point.source(), decimal(point.rate()), "operations/s");
    }
  }

  private void line(long atMillis, String series, String name, String value, String unit)
      throws IOException {
    Instant time = recording.start().plusMillis(atMillis);
    out.append(time.toString())
        .append(',')
        .append(String.format(Locale.ROOT, "%.3f", atMillis / 1000.0))
        .append(',')
        .append(series)
        .append(',')
        .append(quoted(name))
        .append(',')
        .append(value)
        .append(',')
        .append(unit)
        .append("\r\n");
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.6g", value);
  }

  /** In quotes where needed; a spreadsheet must not take a name for a formula. */
  private static String quoted(String text) {
    boolean formula = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
    String safe = formula ? "'" + text : text;
    return safe.matches("[^\",\r\n]*") ? safe : '"' + safe.replace("\"", "\"\"") + '"';
  }
}
