package dev.uncork.spark;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;

/** What executors say to the driver: a map of JDK types, and how to read it. */
final class Message {
  /**
   * Asks for NUMA nodes, beside what {@link #OTHERS} have; the answer has {@link #NODES}, and
   * {@link #REASON} where it has none.
   */
  static final String PLACE = "place";

  /** Tells where the executor is bound, or why it isn't. */
  static final String PLACED = "placed";

  /** Tells how many cores were used since the last one. */
  static final String USAGE = "usage";

  /** Tells what the recordings say so far. */
  static final String PROFILE = "profile";

  /** Tells what shuffles have moved since the start. */
  static final String SHUFFLE = "shuffle";

  /**
   * Tells that the executor has nothing more to say; {@link #REASON} why its last part is missing.
   */
  static final String BYE = "bye";

  static final String KIND = "kind";
  static final String EXECUTOR = "executor";
  static final String HOST = "host";
  static final String TOPOLOGY = "topology";
  static final String PROCESSORS = "processors";
  static final String NODES = "nodes";
  static final String CORES = "cores";
  static final String OTHERS = "others";
  static final String CPUS = "cpus";
  static final String REASON = "reason";
  static final String TIME = "time";
  static final String INTERVAL = "interval";
  static final String CPU = "cpu";
  static final String THREADS = "threads";
  static final String BLOCKED = "blocked";
  static final String LOCKS = "locks";
  static final String STAGES = "stages";
  static final String COSTS = "costs";
  static final String CHILDREN = "children";
  static final String COLLECTORS = "collectors";
  static final String MACHINE = "machine";
  static final String WRITTEN = "written";
  static final String SPILLED = "spilled";
  static final String REGISTRATIONS = "registrations";
  static final String REGISTERED = "registered";
  static final String ROUTES = "routes";

  private final Map<?, ?> fields;

  private Message(Map<?, ?> fields) {
    this.fields = fields;
  }

  /** Begins a message. */
  static HashMap<String, Serializable> of(String kind, String executor) {
    HashMap<String, Serializable> fields = new HashMap<>();
    fields.put(KIND, kind);
    fields.put(EXECUTOR, executor);
    return fields;
  }

  /** Reads one; of anything else, all fields are empty. */
  static Message read(Object received) {
    return new Message(received instanceof Map<?, ?> map ? map : Map.of());
  }

  String text(String key) {
    return fields.get(key) instanceof String text ? text : "";
  }

  long number(String key) {
    return fields.get(key) instanceof Number number ? number.longValue() : 0;
  }

  String[] texts(String key) {
    return fields.get(key) instanceof String[] texts ? texts : new String[0];
  }
}
