package dev.uncork.benchmarks.preemption;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Runs that are to be compared, one after the other or in turns in one guest: two guests differ by
 * up to a third. Without a guest it is just one run after the other, or both at once.
 */
final class OneGuest {
  /** What is before the name of the way whose output follows. */
  private static final String WAY = "way: ";

  private OneGuest() {}

  /**
   * Runs them all.
   *
   * @param on what runs a command in the guest
   * @param commands by way, in the order in which they are to run; no word has a single quote
   * @return what each printed, errors included
   * @throws IOException if one failed
   */
  static Map<String, String> run(List<String> on, Map<String, List<String>> commands)
      throws IOException, InterruptedException {
    StringBuilder script = new StringBuilder("set -e; exec 2>&1");
    commands.forEach(
        (way, command) -> {
          script.append("; echo '").append(WAY).append(way).append("';");
          script.append(quoted(command));
        });
    return printed(on, script.toString(), commands.keySet());
  }

  /**
   * Runs two that take turns; the second one settles when the first one has.
   *
   * @param on what runs a command in the guest
   * @param first its last arguments, after a directory to meet in, are the rest
   * @param second likewise
   * @return what each printed, errors included
   * @throws IOException if one failed
   */
  static Map<String, String> inTurns(List<String> on, InTurns first, InTurns second)
      throws IOException, InterruptedException {
    String script =
        String.join(
            "\n",
            "set -e; exec 2>&1; meeting=$(mktemp -d); said=$(mktemp -d)",
            first.script() + " & first=$!",
            "until [ \"$(ls $meeting)\" ]; do sleep 1; kill -0 $first; done",
            second.script(),
            "wait $first",
            first.saying(),
            second.saying(),
            "rm -r $meeting $said");
    return printed(on, script, Set.of(first.way(), second.way()));
  }

  /** One of two that take turns, by the way it runs. */
  record InTurns(String way, List<String> command, List<String> turns) {
    private String script() {
      return quoted(command) + " $meeting " + String.join(" ", turns) + " >$said/" + way + " 2>&1";
    }

    private String saying() {
      return "echo '" + WAY + way + "'; cat $said/" + way;
    }
  }

  private static String quoted(List<String> command) {
    return command.stream().map(word -> " '" + word + "'").collect(Collectors.joining());
  }

  private static Map<String, String> printed(List<String> on, String script, Set<String> ways)
      throws IOException, InterruptedException {
    List<String> whole = new ArrayList<>(on);
    whole.addAll(List.of("bash", "-c", script));
    Map<String, String> printed = new LinkedHashMap<>();
    for (String run : PreemptionBenchmark.output(whole, true).split("(?m)^" + WAY)) {
      String[] wayAndText = run.split("\r?\n", 2);
      if (wayAndText.length == 2 && ways.contains(wayAndText[0])) {
        printed.put(wayAndText[0], wayAndText[1]);
      }
    }
    if (!printed.keySet().equals(ways)) {
      throw new IOException("output of " + printed.keySet() + " only, of " + whole);
    }
    return printed;
  }
}
