package dev.uncork.report.json;

import java.time.Instant;
import java.util.List;

/**
 * When, where and by what command something was measured.
 *
 * @param cpus of the machine
 * @param architecture of its processors
 * @param kernel its version
 */
public record Occasion(
    List<String> command, Instant date, int cpus, String architecture, String kernel) {
  public Occasion {
    command = List.copyOf(command);
  }
}
