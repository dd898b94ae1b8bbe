package dev.uncork.recording.jfr;

import dev.uncork.recording.Frame;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.ThreadSample.Blocker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The Java threads of a thread dump as HotSpot prints it, in text of any kind. */
final class ThreadDump {
  private static final Pattern THREAD =
      Pattern.compile(
          "\"(.*)\" #(\\d{1,18}) .*?cpu=(\\d{1,15})\\.?\\d*ms elapsed=(\\d{1,9})\\.?(\\d{0,9})\\d*s .*");

  private static final Pattern STATE =
      Pattern.compile("\\s+java\\.lang\\.Thread\\.State: (\\w+).*");

  private static final Pattern BLOCKER =
      Pattern.compile(
          "\\s*- (?:waiting (?:on|to lock|to re-lock in wait\\(\\))|parking to wait for) +"
              + "<0x(\\p{XDigit}{1,16})> \\(a (\\S+?)(?: .*)?\\)");

  private static final Pattern LOCKED = Pattern.compile("\\s*- locked <0x(\\p{XDigit}{1,16})> .*");
  private static final Pattern MODULE = Pattern.compile("\\([^()]*/");
  private static final Pattern STUCK = Pattern.compile("\"(.*)\":");
  private static final Pattern HELD_BY =
      Pattern.compile("\\s+(?:in JNI, )?which is held by \"(.*)\"");

  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, Long> owners = new HashMap<>();
  private final Map<String, Long> ids = new HashMap<>();
  private final Set<String> sharedNames = new HashSet<>();
  private final Map<Long, Long> ownersInDeadlock = new HashMap<>();

  private ThreadDump() {}

  static List<Line> threads(String text) {
    ThreadDump dump = new ThreadDump();
    dump.read(text);
    return dump.entries.stream().map(dump::line).toList();
  }

  private void read(String text) {
    Entry entry = null;
    String stuck = "";
    for (String line : (Iterable<String>) text.lines()::iterator) {
      Matcher thread = THREAD.matcher(line);
      Matcher cycle = STUCK.matcher(line);
      Matcher held = HELD_BY.matcher(line);
      if (thread.matches()) {
        entry = new Entry(thread);
        entries.add(entry);
        if (ids.put(entry.name, entry.id) != null) {
          sharedNames.add(entry.name);
        }
      } else if (line.isBlank()) {
        entry = null;
      } else if (entry != null) {
        detail(line, entry);
      } else if (cycle.matches()) {
        stuck = cycle.group(1);
      } else if (held.matches()) {
        deadlocked(stuck, held.group(1));
      }
    }
  }

  private void detail(String line, Entry entry) {
    String stripped = line.strip();
    Matcher state = STATE.matcher(line);
    Matcher blocker = BLOCKER.matcher(line);
    Matcher locked = LOCKED.matcher(line);
    if (stripped.startsWith("at ")) {
      entry.stack.add(Frame.parse(MODULE.matcher(stripped).replaceFirst("(")));
      entry.inNative |= entry.stack.size() == 1 && stripped.endsWith("Native Method)");
    } else if (state.matches()) {
      entry.state = state.group(1);
    } else if (blocker.matches() && entry.address.isEmpty()) {
      entry.address = blocker.group(1);
      entry.blockerClass = blocker.group(2);
    } else if (locked.matches() && !locked.group(1).equals(entry.address)) {
      // A thread in Object.wait() "locked" what it waits on, too, but has let go of it.
      owners.put(locked.group(1), entry.id);
    }
  }

  private void deadlocked(String name, String ownerName) {
    Long id = ids.get(name);
    Long owner = ids.get(ownerName);
    if (id != null
        && owner != null
        && !sharedNames.contains(name)
        && !sharedNames.contains(ownerName)) {
      ownersInDeadlock.put(id, owner);
    }
  }

  private Line line(Entry entry) {
    Thread.State state = Thread.State.RUNNABLE;
    for (Thread.State each : Thread.State.values()) {
      state = each.name().equals(entry.state.toUpperCase(Locale.ROOT)) ? each : state;
    }
    boolean waits = state != Thread.State.RUNNABLE;
    Blocker blocker = Blocker.NONE;
    if (waits && !entry.address.isEmpty()) {
      long owner = owners.getOrDefault(entry.address, ownersInDeadlock.getOrDefault(entry.id, -1L));
      blocker =
          new Blocker(
              entry.blockerClass,
              Math.max(1, entry.address.hashCode() >>> 1),
              owner == entry.id ? -1 : owner);
    }
    return new Line(
        new ThreadSample(entry.id, entry.name, state, waits ? 0 : -1, 1, entry.stack, blocker, 0),
        waits || entry.inNative,
        entry.cpuNanos,
        entry.ageNanos);
  }

  /**
   * A thread of a dump.
   *
   * @param waits whether it waits, or is in native code, where it may
   * @param cpuNanos what it has used since it was started, {@code ageNanos} ago
   */
  record Line(ThreadSample thread, boolean waits, long cpuNanos, long ageNanos) {}

  private static final class Entry {
    final String name;
    final long id;
    final long cpuNanos;
    final long ageNanos;
    final List<Frame> stack = new ArrayList<>();
    String state = "";
    String address = "";
    String blockerClass = "";
    boolean inNative;

    Entry(Matcher header) {
      name = header.group(1);
      id = Long.parseLong(header.group(2));
      cpuNanos = Math.min(Long.MAX_VALUE / 1_000_000, Long.parseLong(header.group(3))) * 1_000_000;
      String fraction = (header.group(5) + "000000000").substring(0, 9);
      ageNanos = Long.parseLong(header.group(4)) * 1_000_000_000L + Long.parseLong(fraction);
    }
  }
}
