package dev.uncork.benchmarks.tune;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program that is tuned.
 *
 * @param command with {placeholders}
 * @param options of uncork tune: what to try
 * @param right what a right run prints, as a regular expression
 * @param rate what tells operations per second in its output; empty to time whole runs
 */
record Program(String name, List<String> command, List<String> options, String right, String rate) {

  /** Words of {@code uncork tune} for it. */
  List<String> tuneWords() {
    List<String> words = new ArrayList<>(options);
    if (!right.isEmpty()) {
      words.addAll(List.of("--check", "/" + right + "/"));
    }
    if (!rate.isEmpty()) {
      words.addAll(List.of("--progress", rate));
    }
    words.add("--");
    words.addAll(command);
    return words;
  }

  /**
   * One run of its own, without Uncork unless a remedy needs it; fails if it isn't right.
   *
   * @param uncork the command line
   */
  double rate(Way way, String uncork) throws IOException, InterruptedException {
    Map<String, String> fill = way.fill();
    List<String> jvmOptions = way.jvmOptions();
    List<String> words = new ArrayList<>();
    if (!way.remedies().isEmpty()) {
      words.addAll(List.of(uncork, "run", "--quiet", "--out", "benchmarks/target/kept.jfr"));
      way.remedies().forEach(remedy -> words.addAll(List.of("--remedy", remedy)));
      words.add("--");
    }
    words.add(command.get(0));
    words.addAll(jvmOptions);
    for (String word : command.subList(1, command.size())) {
      String filled = word;
      for (Map.Entry<String, String> entry : fill.entrySet()) {
        filled = filled.replace("{" + entry.getKey() + "}", entry.getValue());
      }
      boolean givesWay =
          filled.startsWith("-Xmx") && jvmOptions.stream().anyMatch(o -> o.startsWith("-Xmx"));
      if (!givesWay) {
        words.add(filled);
      }
    }
    long start = System.nanoTime();
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exitCode = process.waitFor();
    double seconds = (System.nanoTime() - start) / 1e9;
    boolean isRight =
        exitCode == 0
            && (right.isEmpty()
                || Pattern.compile(right, Pattern.MULTILINE).matcher(output).find());
    if (!isRight) {
      throw new IOException(name + " failed: " + String.join(" ", words) + "\n" + output);
    }
    if (rate.isEmpty()) {
      return 1 / seconds;
    }
    Matcher matcher = Pattern.compile(rate).matcher(output);
    double found = 0;
    while (matcher.find()) {
      found = Double.parseDouble(matcher.group(1));
    }
    return found;
  }
}
