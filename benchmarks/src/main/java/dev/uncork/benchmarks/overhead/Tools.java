package dev.uncork.benchmarks.overhead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files that the observers need.
 *
 * @param uncork launcher of the distribution
 * @param asyncProfiler its agent library
 * @param jfrThresholdZero JFR settings that record every blocked acquire with its stack
 * @param classPath class path of the measured programs
 */
record Tools(Path uncork, Path asyncProfiler, Path jfrThresholdZero, String classPath) {
  private static final String[] LOCK_EVENTS = {
    "jdk.JavaMonitorEnter", "jdk.JavaMonitorWait", "jdk.ThreadPark"
  };

  /** Finds the files in a built checkout. */
  static Tools in(Path checkout, Path scratch) throws IOException {
    String platform = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
    Path target = checkout.resolve("benchmarks/target");
    return new Tools(
        existing(checkout.resolve("dist/target/uncork/bin/uncork")),
        existing(target.resolve("async-profiler/linux-" + platform + "/libasyncProfiler.so")),
        writeThresholdZero(scratch.resolve("threshold-zero.jfc")),
        existing(target.resolve("classes"))
            + ":"
            + existing(checkout.resolve("workloads/target/workloads.jar")));
  }

  private static Path existing(Path path) {
    if (!Files.exists(path)) {
      throw new IllegalStateException(
          path + " is missing: build the checkout first (./uncork doctor)");
    }
    return path.toAbsolutePath();
  }

  private static Path writeThresholdZero(Path file) throws IOException {
    StringBuilder xml =
        new StringBuilder(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration version=\"2.0\">\n");
    for (String event : LOCK_EVENTS) {
      xml.append("  <event name=\"").append(event).append("\">\n");
      xml.append("    <setting name=\"enabled\">true</setting>\n");
      xml.append("    <setting name=\"stackTrace\">true</setting>\n");
      xml.append("    <setting name=\"threshold\">0 ns</setting>\n");
      xml.append("  </event>\n");
    }
    return Files.writeString(file, xml.append("</configuration>\n"));
  }
}
