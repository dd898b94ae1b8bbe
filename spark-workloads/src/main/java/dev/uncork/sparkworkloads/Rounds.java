package dev.uncork.sparkworkloads;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Option;

/** The rounds of a workload: a number of them, or one for each line that somebody else writes. */
final class Rounds {
  @Option(
      names = "--serve",
      description = "Read lines; run a round for each and print what it took as JSON.")
  private boolean serve;

  private final BufferedReader input =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

  /** Whether a round, counted from 1, is to be run; waits until that is known. */
  boolean next(int round, int rounds) throws IOException {
    if (serve && round == 1) {
      System.out.println("READY");
    }
    return serve ? input.readLine() != null : round <= rounds;
  }

  /** Tells what a round took. */
  void ran(ObjectNode run) {
    if (serve) {
      System.out.println("RUN " + run);
    }
  }
}
