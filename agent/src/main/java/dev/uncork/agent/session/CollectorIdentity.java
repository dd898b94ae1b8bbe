package dev.uncork.agent.session;

import dev.uncork.agent.observe.kernel.UsableCpus;
import dev.uncork.protocol.AgentMode;
import dev.uncork.recording.event.CollectorInfoEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Who observes, and where: the first event of every recording. */
final class CollectorIdentity {
  private static final String VERSION = "0.1.0";

  /** Nobody types more than that again. */
  private static final int MOST_BYTES = 4096;

  private CollectorIdentity() {}

  static void emit(AgentMode mode, Path agentJar) {
    CollectorInfoEvent event = new CollectorInfoEvent();
    String packaged = CollectorIdentity.class.getPackage().getImplementationVersion();
    event.version = packaged == null ? VERSION : packaged;
    event.mode = mode.label();
    event.pid = ProcessHandle.current().pid();
    event.command = System.getProperty("sun.java.command", "");
    event.commandLine = commandLine(agentJar);
    event.jvm =
        System.getProperty("java.vm.name", "?") + " " + System.getProperty("java.vm.version", "?");
    event.onlineCpus = online();
    event.availableCpus = UsableCpus.count();
    event.commit();
  }

  /**
   * The words that started this JVM, each with a line feed behind it. Uncork's own are the first
   * options, and the last of these is the agent. Empty for words that can't be told so.
   */
  private static String commandLine(Path agentJar) {
    String words;
    try {
      byte[] raw = Files.readAllBytes(Path.of("/proc/self/cmdline"));
      if (raw.length > MOST_BYTES) {
        return "";
      }
      words = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(raw)).toString();
    } catch (IOException | RuntimeException e) {
      return ""; // No /proc, or arguments in another encoding.
    }
    if (words.indexOf('\n') >= 0 || words.indexOf('\r') >= 0) {
      return "";
    }
    int ours = words.indexOf("\0-javaagent:" + agentJar + "=");
    if (ours >= 0) {
      words =
          words.substring(0, words.indexOf('\0')) + words.substring(words.indexOf('\0', ours + 1));
    }
    return words.replace('\0', '\n');
  }

  private static String online() {
    try {
      return Files.readString(Path.of("/sys/devices/system/cpu/online")).trim();
    } catch (IOException | RuntimeException e) {
      return "";
    }
  }
}
