package dev.uncork.recording.read;

import dev.uncork.recording.Recording;
import dev.uncork.recording.problem.ReadProblem;
import java.util.List;
import java.util.Optional;

/**
 * What could be read of a file: a recording or none, and every problem met on the way.
 *
 * @param recording what was read; empty when nothing was
 * @param problems what went wrong; empty when all was read
 * @param complete whether the whole file was read, whatever its events are
 */
public record ReadOutcome(
    Optional<Recording> recording, List<ReadProblem> problems, boolean complete) {
  public ReadOutcome {
    problems = List.copyOf(problems);
  }
}
