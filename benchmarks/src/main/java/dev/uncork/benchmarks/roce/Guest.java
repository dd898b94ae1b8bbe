package dev.uncork.benchmarks.roce;

import dev.uncork.benchmarks.results.Spread;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a program in a guest of profile roce has said: lines of a name and a value.
 *
 * @param said values by names
 */
record Guest(Map<String, String> said) {

  /**
   * Runs a program there and prints what it says.
   *
   * @param options of lab/run
   * @throws IOException if it fails
   */
  static Guest run(List<String> options, List<String> program)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("lab/run", "--profile", "roce"));
    command.addAll(options);
    command.add("--");
    command.addAll(program);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Map<String, String> said = new HashMap<>();
    try (BufferedReader output = process.inputReader()) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        System.out.println(line);
        int space = line.indexOf(' ');
        if (space > 0) {
          said.put(line.substring(0, space), line.substring(space + 1));
        }
      }
    }
    int code = process.waitFor();
    if (code != 0) {
      throw new IOException("the program in the guest ended with " + code);
    }
    return new Guest(said);
  }

  String text(String name) throws IOException {
    String value = said.get(name);
    if (value == null) {
      throw new IOException("the guest did not say '" + name + "'");
    }
    return value;
  }

  double number(String name) throws IOException {
    return Double.parseDouble(text(name));
  }

  Spread once(String name) throws IOException {
    return Spread.exactly(number(name), 1);
  }
}
