package dev.uncork.diagnosis.tune;

import dev.uncork.recording.Frame;
import java.util.List;
import java.util.function.Predicate;

/**
 * What is known of the program beside its recording.
 *
 * @param jvmOptions in effect with the setup that was observed, the last one wins
 * @param javaOptionsPossible whether JVM options can be given to it
 * @param memoryBytes of the machine or container; 0 where unknown
 * @param asked what the user named for trying
 * @param quiet what takes log output out of the workers' way, if the program's log can be changed
 *     by configuration
 * @param synchronizedMethod whether a frame's method is a synchronized one
 */
public record ProgramFacts(
    List<String> jvmOptions,
    boolean javaOptionsPossible,
    long memoryBytes,
    List<Lever> asked,
    List<Lever> quiet,
    Predicate<Frame> synchronizedMethod) {
  public ProgramFacts {
    jvmOptions = List.copyOf(jvmOptions);
    asked = List.copyOf(asked);
    quiet = List.copyOf(quiet);
  }
}
