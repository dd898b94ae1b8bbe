package dev.uncork.benchmarks.preemption;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs that are to be compared, one after the other in one guest: two guests differ by up to a
 * third. Without a guest it is just one run after the other.
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
          command.forEach(word -> script.append(" '").append(word).append('\''));
        });
    List<String> whole = new ArrayList<>(on);
    whole.addAll(List.of("bash", "-c", script.toString()));
    Map<String, String> printed = new LinkedHashMap<>();
    for (String run : PreemptionBenchmark.output(whole, true).split("(?m)^" + WAY)) {
      String[] wayAndText = run.split("\r?\n", 2);
      if (wayAndText.length == 2 && commands.containsKey(wayAndText[0])) {
        printed.put(wayAndText[0], wayAndText[1]);
      }
    }
    if (!printed.keySet().equals(commands.keySet())) {
      throw new IOException("output of " + printed.keySet() + " only, of " + whole);
    }
    return printed;
  }
}
