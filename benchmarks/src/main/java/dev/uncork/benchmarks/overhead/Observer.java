package dev.uncork.benchmarks.overhead;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Who watches the measured program; {@link #NONE} is what the others are compared with. */
enum Observer {
  NONE("none"),
  UNCORK("uncork"),
  UNCORK_DEMAND("uncork --demand"),
  UNCORK_TOP("uncork top"),
  ASYNC_PROFILER_ALL("async-profiler lock=0"),
  ASYNC_PROFILER_DEFAULT("async-profiler"),
  JFR_ALL("jfr threshold=0"),
  JFR_DEFAULT("jfr");

  final String label;

  Observer(String label) {
    this.label = label;
  }

  /** Shows the program on a terminal of its own, by tmux, and fails unless it was seen there. */
  private static final String TOP =
      "screen=$1; shift; \"$@\" & pid=$!; tmux -S \"$screen\" -f /dev/null new-session -d -x 80"
          + " -y 24 \"'$0' top $pid\"; wait $pid; code=$?; tmux -S \"$screen\" capture-pane -p"
          + " | grep -q Threads || code=3; tmux -S \"$screen\" kill-server; exit $code";

  /** Whether it sees every blocked acquire; the others sample or drop the short ones. */
  boolean countsExactly() {
    return uncork() || this == ASYNC_PROFILER_ALL || this == JFR_ALL;
  }

  /**
   * The command that runs a Java program under this observer.
   *
   * @param java the java launcher
   * @param program options, main class and arguments
   * @param scratch folder for what the observer writes
   */
  List<String> command(Tools tools, Path java, List<String> program, Path scratch) {
    List<String> command = new ArrayList<>();
    if (this == UNCORK || this == UNCORK_DEMAND) {
      command.addAll(
          List.of(tools.uncork().toString(), "run", "--out", scratch.resolve("uncork.jfr") + ""));
      if (this == UNCORK_DEMAND) {
        command.add("--demand");
      }
      command.add("--");
    } else if (this == UNCORK_TOP) {
      String screen = scratch.resolve("tmux").toString();
      command.addAll(List.of("sh", "-c", TOP, tools.uncork().toString(), screen));
    }
    command.add(java.toString());
    String file = scratch.resolve(name() + ".jfr").toString();
    switch (this) {
      case ASYNC_PROFILER_ALL -> command.add(asyncProfiler(tools, "lock=0", file));
      case ASYNC_PROFILER_DEFAULT -> command.add(asyncProfiler(tools, "lock", file));
      case JFR_ALL ->
          command.add(
              "-XX:StartFlightRecording:dumponexit=true,filename="
                  + file
                  + ",settings="
                  + tools.jfrThresholdZero());
      case JFR_DEFAULT ->
          command.add("-XX:StartFlightRecording:dumponexit=true,settings=default,filename=" + file);
      default -> {}
    }
    command.addAll(program);
    return command;
  }

  private boolean uncork() {
    return this == UNCORK || this == UNCORK_DEMAND || this == UNCORK_TOP;
  }

  private static String asyncProfiler(Tools tools, String lock, String file) {
    return "-agentpath:" + tools.asyncProfiler() + "=start," + lock + ",jfr,file=" + file;
  }
}
