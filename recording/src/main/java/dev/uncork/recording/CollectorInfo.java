package dev.uncork.recording;

import dev.uncork.protocol.AgentMode;
import java.util.List;

/**
 * What observed the JVM, and on what machine; for a recording of another tool what JFR itself says.
 *
 * @param uncorkVersion version of the agent; empty when Uncork didn't record
 * @param mode {@code run}, {@code attach}, or empty
 * @param pid process id, or -1
 * @param command main class and arguments, or empty
 * @param commandLine the words that started the JVM, without those of Uncork; empty where unknown
 * @param jvm name and version of the virtual machine, or empty
 * @param onlineCpus list of online CPUs as the kernel writes it, or empty
 * @param availableCpus number of CPUs that the JVM may use, or 0 where unknown
 */
public record CollectorInfo(
    String uncorkVersion,
    String mode,
    long pid,
    String command,
    List<String> commandLine,
    String jvm,
    String onlineCpus,
    int availableCpus) {
  public CollectorInfo {
    commandLine = List.copyOf(commandLine);
  }

  /** One whose command line is unknown. */
  public CollectorInfo(
      String uncorkVersion,
      String mode,
      long pid,
      String command,
      String jvm,
      String onlineCpus,
      int availableCpus) {
    this(uncorkVersion, mode, pid, command, List.of(), jvm, onlineCpus, availableCpus);
  }

  /** Whether {@code uncork attach} made it. */
  public boolean attached() {
    return mode.equals(AgentMode.ATTACH.label());
  }

  /**
   * What the collector used.
   *
   * @param cpuNanos CPU time of its own thread
   * @param maxNativeBytes native memory at its peak
   */
  public record Cost(long cpuNanos, long maxNativeBytes) {}
}
