package dev.uncork.report.export;

import dev.uncork.recording.Frame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One track of a Firefox profile while it is filled: its tables are lists of equal length. */
final class FirefoxThread {
  private final String name;
  private final boolean main;
  private final long pid;
  private final long tid;
  private final Map<String, Integer> strings = new LinkedHashMap<>();
  private final Map<Frame, Integer> frameIndexes = new HashMap<>();
  private final Map<Node, Integer> stackIndexes = new HashMap<>();
  private final Table samples = new Table("stack", "time", "weight");
  private final Table markers =
      new Table("data", "name", "startTime", "endTime", "phase", "category");
  private final Table stacks = new Table("frame", "prefix", "category", "subcategory");
  private final Table frames =
      new Table(
          "address",
          "inlineDepth",
          "category",
          "subcategory",
          "func",
          "nativeSymbol",
          "innerWindowID",
          "implementation",
          "line",
          "column");
  private final Table functions =
      new Table(
          "isJS", "relevantForJS", "name", "resource", "fileName", "lineNumber", "columnNumber");

  /** A stack: its outer part and its innermost frame. */
  private record Node(int prefix, int frame) {}

  FirefoxThread(String name, boolean main, long pid, long tid) {
    this.name = name;
    this.main = main;
    this.pid = pid;
    this.tid = tid;
  }

  /**
   * Adds a sample; samples come in order of time.
   *
   * @param stack innermost frame first
   */
  void sample(long atMillis, List<Frame> stack) {
    int index = -1;
    for (int i = stack.size() - 1; i >= 0; i--) {
      index = node(new Node(index, frame(stack.get(i))));
    }
    samples.add(index < 0 ? null : index, atMillis, 1);
  }

  /** Adds something that took from one moment to another. */
  void interval(String label, long fromMillis, long toMillis, Map<String, Object> data) {
    markers.add(data, string(label), fromMillis, toMillis, 1, 0);
  }

  Map<String, Object> json() {
    Map<String, Object> sampleTable = samples.json();
    sampleTable.put("weightType", "samples");
    Map<String, Object> thread = new LinkedHashMap<>();
    thread.put("processType", "default");
    thread.put("processStartupTime", 0);
    thread.put("processShutdownTime", null);
    thread.put("registerTime", 0);
    thread.put("unregisterTime", null);
    thread.put("pausedRanges", List.of());
    thread.put("processName", "java");
    thread.put("name", name);
    thread.put("isMainThread", main);
    thread.put("pid", Long.toString(pid));
    thread.put("tid", tid);
    thread.put("samples", sampleTable);
    thread.put("markers", markers.json());
    thread.put("stackTable", stacks.json());
    thread.put("frameTable", frames.json());
    thread.put("funcTable", functions.json());
    thread.put("resourceTable", new Table("lib", "name", "host", "type").json());
    thread.put("nativeSymbols", new Table("libIndex", "address", "name", "functionSize").json());
    thread.put("stringArray", List.copyOf(strings.keySet()));
    return thread;
  }

  private int node(Node node) {
    Integer known = stackIndexes.get(node);
    if (known != null) {
      return known;
    }
    stackIndexes.put(node, stacks.length());
    return stacks.add(node.frame(), node.prefix() < 0 ? null : node.prefix(), 0, 0);
  }

  private int frame(Frame frame) {
    Integer known = frameIndexes.get(frame);
    if (known != null) {
      return known;
    }
    frameIndexes.put(frame, frames.length());
    @Nullable Integer file = frame.file().isEmpty() ? null : string(frame.file());
    @Nullable Integer line = frame.line() > 0 ? frame.line() : null;
    int function =
        functions.add(false, false, string(frame.qualifiedMethod()), -1, file, null, null);
    return frames.add(-1, 0, 0, 0, function, null, 0, null, line, null);
  }

  private int string(String text) {
    Integer known = strings.get(text);
    if (known != null) {
      return known;
    }
    strings.put(text, strings.size());
    return strings.size() - 1;
  }

  /** Columns of equal length, and that length. */
  private static final class Table {
    private final List<String> names;
    private final List<List<@Nullable Object>> columns = new ArrayList<>();

    Table(String... names) {
      this.names = Arrays.asList(names);
      this.names.forEach(name -> columns.add(new ArrayList<>()));
    }

    int length() {
      return columns.get(0).size();
    }

    /** Adds one row and tells its index. */
    int add(@Nullable Object... row) {
      for (int i = 0; i < columns.size(); i++) {
        columns.get(i).add(row[i]);
      }
      return length() - 1;
    }

    Map<String, Object> json() {
      Map<String, Object> json = new LinkedHashMap<>();
      for (int i = 0; i < columns.size(); i++) {
        json.put(names.get(i), columns.get(i));
      }
      json.put("length", length());
      return json;
    }
  }
}
