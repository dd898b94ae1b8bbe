package dev.uncork.diagnosis.lever;

import java.util.List;

/**
 * What is known of the program and its machine beside the recording.
 *
 * @param jvmOptions in effect with the setup that was observed, the last one wins
 * @param remedies of the agent in effect with it, as {@code uncork run --remedy} takes them
 * @param javaOptionsPossible whether JVM options can be given to it
 * @param cpus that it may use
 * @param memoryBytes of the machine or container; 0 where unknown
 * @param asked what the user named for trying
 * @param quiet what takes log output out of the workers' way, if the program's log can be changed
 *     by configuration
 * @param placement what keeps threads and memory on one node; empty on a machine with one node
 * @param keepsHolders whether the kernel has a way to keep a lock's holder on its processor
 * @param code the program's classes
 */
public record ProgramFacts(
    List<String> jvmOptions,
    List<String> remedies,
    boolean javaOptionsPossible,
    int cpus,
    long memoryBytes,
    List<Lever> asked,
    List<Lever> quiet,
    List<Lever> placement,
    boolean keepsHolders,
    ProgramCode code) {
  public ProgramFacts {
    jvmOptions = List.copyOf(jvmOptions);
    remedies = List.copyOf(remedies);
    asked = List.copyOf(asked);
    quiet = List.copyOf(quiet);
    placement = List.copyOf(placement);
  }
}
