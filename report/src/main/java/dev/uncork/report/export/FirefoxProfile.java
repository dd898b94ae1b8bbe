package dev.uncork.report.export;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.recording.Gc;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.Recording;
import dev.uncork.recording.read.Timeline;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The threads over time as the Firefox Profiler opens them: its processed format, version 48, which
 * newer ones upgrade.
 *
 * <p>A track per thread has its sampled stacks and, as markers, the CPUs that it ran on. Two tracks
 * before them show the contended locks per second and the garbage collections.
 */
final class FirefoxProfile {
  private static final int GECKO_VERSION = 29;
  private static final int PROCESSED_VERSION = 48;
  private static final int SAMPLE_MILLIS = 20;

  private final Recording recording;
  private final Timeline timeline;
  private final long pid;

  private FirefoxProfile(Recording recording, Timeline timeline) {
    this.recording = recording;
    this.timeline = timeline;
    this.pid = Math.max(0, recording.collector().pid());
  }

  static void write(Recording recording, Timeline timeline, OutputStream out) throws IOException {
    Map<String, Object> profile = new FirefoxProfile(recording, timeline).json();
    new ObjectMapper().writeValue(out, profile);
  }

  private Map<String, Object> json() {
    List<Object> threads = new ArrayList<>();
    threads.add(locks().json());
    threads.add(collections().json());
    for (Timeline.ThreadLine line : timeline.threads()) {
      threads.add(thread(line).json());
    }
    Map<String, Object> profile = new LinkedHashMap<>();
    profile.put("meta", meta());
    profile.put("libs", List.of());
    profile.put("pages", List.of());
    profile.put("threads", threads);
    return profile;
  }

  private Map<String, Object> meta() {
    Map<String, Object> meta = new LinkedHashMap<>();
    meta.put("interval", SAMPLE_MILLIS);
    meta.put("startTime", recording.start().toEpochMilli());
    meta.put("profilingStartTime", 0);
    meta.put("profilingEndTime", recording.durationNanos() / 1_000_000);
    meta.put("processType", 0);
    meta.put("product", product());
    meta.put("stackwalk", 1);
    meta.put("version", GECKO_VERSION);
    meta.put("preprocessedProfileVersion", PROCESSED_VERSION);
    meta.put("abi", "");
    meta.put("misc", "");
    meta.put("oscpu", recording.collector().jvm());
    meta.put("platform", "Linux");
    meta.put("toolkit", "");
    meta.put("debug", false);
    meta.put("symbolicationNotSupported", true);
    meta.put("usesOnlyOneStackType", true);
    meta.put("doesNotUseFrameImplementation", true);
    meta.put("sourceCodeIsNotOnSearchfox", true);
    meta.put("initialVisibleThreads", List.of(0, 2));
    meta.put(
        "extensions",
        Map.of("id", List.of(), "name", List.of(), "baseURL", List.of(), "length", 0));
    meta.put("sampleUnits", Map.of("time", "ms", "eventDelay", "ms", "threadCPUDelta", "ns"));
    meta.put(
        "categories",
        List.of(Map.of("name", "Java", "color", "blue", "subcategories", List.of("Other"))));
    meta.put("markerSchema", schemas());
    return meta;
  }

  private String product() {
    String command = recording.collector().command().strip();
    return command.isEmpty() ? "java" : command.split("\\s+", 2)[0];
  }

  private static List<Object> schemas() {
    return List.of(
        schema(
            "OnCpu",
            "CPU {marker.data.cpu}",
            List.of(
                field("cpu", "CPU", "integer"),
                field("node", "NUMA node", "integer"),
                field("cpuTime", "CPU time", "nanoseconds"))),
        schema(
            "ContendedLock",
            "{marker.data.lock}",
            List.of(
                field("lock", "Lock", "string"),
                field("blocked", "Acquires that blocked", "integer"),
                field("acquireTime", "Total acquire time", "nanoseconds"))),
        schema(
            "Collection",
            "{marker.data.reason}",
            List.of(field("reason", "Cause", "string"), field("pause", "Pause", "nanoseconds"))));
  }

  private static Map<String, Object> schema(String name, String label, List<Object> fields) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("name", name);
    schema.put("chartLabel", label);
    schema.put("tooltipLabel", label);
    schema.put("tableLabel", label);
    schema.put("display", List.of("marker-chart", "marker-table"));
    schema.put("data", fields);
    return schema;
  }

  private static Map<String, Object> field(String key, String label, String format) {
    return Map.of("key", key, "label", label, "format", format, "searchable", true);
  }

  private FirefoxThread locks() {
    FirefoxThread thread = new FirefoxThread("Contended locks", true, pid, pid);
    for (LockUse lock : recording.locks()) {
      for (LockUse.LockSecond second : lock.seconds()) {
        long fromMillis = second.second() * 1000L;
        thread.interval(
            lock.id().lockClass(),
            fromMillis,
            fromMillis + 1000,
            Map.of(
                "type",
                "ContendedLock",
                "lock",
                lock.id().lockClass(),
                "blocked",
                second.blocked(),
                "acquireTime",
                second.acquireNanos()));
      }
    }
    return thread;
  }

  /** The profiler takes a marker's field "cause" for a stack, so the cause is called reason. */
  private FirefoxThread collections() {
    FirefoxThread thread =
        new FirefoxThread("Garbage collections", false, pid, pid + 1_000_000_000);
    for (Gc gc : recording.gcs()) {
      thread.interval(
          gc.name(),
          gc.startMillis(),
          gc.startMillis() + Math.max(1, gc.pauseNanos() / 1_000_000),
          Map.of("type", "Collection", "reason", gc.cause(), "pause", gc.pauseNanos()));
    }
    return thread;
  }

  private FirefoxThread thread(Timeline.ThreadLine line) {
    String name = line.name().isEmpty() ? "thread " + line.osThreadId() : line.name();
    FirefoxThread thread = new FirefoxThread(name, false, pid, line.osThreadId());
    line.samples().forEach(sample -> thread.sample(sample.atMillis(), sample.frames()));
    for (Timeline.Stay stay : line.stays()) {
      thread.interval(
          "CPU " + stay.cpu(),
          stay.fromMillis(),
          stay.toMillis(),
          Map.of(
              "type", "OnCpu", "cpu", stay.cpu(), "node", stay.node(), "cpuTime", stay.cpuNanos()));
    }
    return thread;
  }
}
