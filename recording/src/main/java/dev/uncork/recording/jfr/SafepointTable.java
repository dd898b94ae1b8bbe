package dev.uncork.recording.jfr;

import static dev.uncork.recording.jfr.EventFields.number;
import static dev.uncork.recording.jfr.EventFields.text;

import dev.uncork.protocol.thread.ServiceThreadName;
import dev.uncork.recording.jvm.VmOperations;
import dev.uncork.recording.jvm.VmOperations.VmOperation;
import dev.uncork.recording.parse.JfrEvent;
import dev.uncork.recording.parse.JfrThread;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What stopped all threads, together or in turn, while a recording is read. */
public final class SafepointTable {
  private static final int MOST_KINDS = 200;

  /** Collections have events of their own. */
  private static final Pattern COLLECTION =
      Pattern.compile("(G1|Gen|Serial|Parallel|PS|Shenandoah|CGC_|Collect|[XZ][A-Z]).*");

  /**
   * Time until all threads have stopped for a collection from which on it isn't threads without a
   * core that were waited for, mostly.
   */
  private static final long LATE_NANOS = 10_000_000;

  /** Ours: it costs what {@code uncork doctor} says. */
  private static final String OWN_THREADS = "uncork";

  /** All of one kind, whatever HotSpot has each thread do. */
  private static final String HANDSHAKE = "HandshakeAllThreads";

  private record Key(String name, String caller) {}

  private final Map<Key, VmOperation> operations = new HashMap<>();
  private final Map<Key, VmOperation> handshakes = new HashMap<>();
  private long lastStop = -1;
  private long lastReachNanos;
  private long reachNanos;
  private long stops;
  private long counted;

  /** An event of kind {@code jdk.SafepointBegin}, which lasts until all threads have stopped. */
  public void begin(JfrEvent event) {
    lastStop = number(event, "safepointId", -1);
    lastReachNanos = event.durationNanos();
    reachNanos += event.durationNanos();
    stops++;
  }

  /** An event of kind {@code jdk.ExecuteVMOperation}. */
  public void operation(JfrEvent event) {
    String name = text(event, "operation");
    JfrThread thread = event.thread("caller");
    String shown = thread == null ? "" : thread.javaName();
    boolean collection = COLLECTION.matcher(name).matches();
    if (collection && lastReachNanos >= LATE_NANOS && number(event, "safepointId", 0) == lastStop) {
      add(operations, "", "", lastReachNanos);
    }
    if (collection || shown.startsWith(OWN_THREADS)) {
      return;
    }
    if (event.flag("safepoint")) {
      counted++;
      add(operations, name, shown, event.durationNanos());
    } else if (name.equals(HANDSHAKE) && !shown.isEmpty() && !ServiceThreadName.serves(shown)) {
      add(handshakes, name, shown, event.durationNanos());
    }
  }

  private static void add(Map<Key, VmOperation> table, String name, String shown, long nanos) {
    Key key = new Key(name, shown);
    if (table.size() < MOST_KINDS || table.containsKey(key)) {
      table.merge(
          key,
          new VmOperation(name, shown, 1, nanos),
          (a, b) -> new VmOperation(name, shown, a.count() + b.count(), a.nanos() + b.nanos()));
    }
  }

  /** All of them until now. */
  public VmOperations operations() {
    double share = stops == 0 ? 0 : Math.min(1, (double) counted / stops);
    return new VmOperations(Math.round(reachNanos * share), sorted(operations), sorted(handshakes));
  }

  private static List<VmOperation> sorted(Map<Key, VmOperation> table) {
    return table.values().stream()
        .sorted(
            Comparator.comparingLong(VmOperation::nanos)
                .reversed()
                .thenComparing(VmOperation::name)
                .thenComparing(VmOperation::caller))
        .toList();
  }
}
