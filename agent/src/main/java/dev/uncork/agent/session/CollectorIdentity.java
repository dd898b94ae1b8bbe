package dev.uncork.agent.session;

import dev.uncork.protocol.AgentMode;
import dev.uncork.recording.event.CollectorInfoEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Who observes, and where: the first event of every recording. */
final class CollectorIdentity {
  private static final String VERSION = "0.1.0";

  private CollectorIdentity() {}

  static void emit(AgentMode mode) {
    CollectorInfoEvent event = new CollectorInfoEvent();
    String packaged = CollectorIdentity.class.getPackage().getImplementationVersion();
    event.version = packaged == null ? VERSION : packaged;
    event.mode = mode.label();
    event.pid = ProcessHandle.current().pid();
    event.command = System.getProperty("sun.java.command", "");
    event.jvm =
        System.getProperty("java.vm.name", "?") + " " + System.getProperty("java.vm.version", "?");
    event.onlineCpus = online();
    event.availableCpus = Runtime.getRuntime().availableProcessors();
    event.commit();
  }

  private static String online() {
    try {
      return Files.readString(Path.of("/sys/devices/system/cpu/online")).trim();
    } catch (IOException | RuntimeException e) {
      return "";
    }
  }
}
