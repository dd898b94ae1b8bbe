package dev.uncork.cli.doctor;

import dev.uncork.cli.attach.LiveAgent;
import dev.uncork.cli.error.UserError;
import dev.uncork.cli.install.Installation;
import dev.uncork.cli.launch.JavaHome;
import dev.uncork.cli.session.ObservedJvm;
import dev.uncork.cli.session.SessionDirectory;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.protocol.EventField;
import dev.uncork.protocol.EventName;
import dev.uncork.protocol.JvmStatus;
import dev.uncork.protocol.SessionState;
import dev.uncork.report.words.ProbeResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Observes a small program on one JDK, as {@code run} and {@code attach} would, and compares what
 * was counted with what it is known to do. That covers the agent, the native library, the class
 * rewriting and the flight recorder at once.
 */
final class CollectorProbe {
  private static final long END_SECONDS = 30;
  private static final Duration LENGTH = Duration.ofMinutes(1);

  private final Installation installation;
  private final Path scratch;

  CollectorProbe(Installation installation, Path scratch) {
    this.installation = installation;
    this.scratch = scratch;
  }

  ProbeResult run(JavaHome java) {
    String topic = "run on " + java.version();
    if (java.openJ9() || java.major() < JavaHome.OLDEST_MAJOR) {
      return ProbeResult.limited(
          topic,
          java.directory() + (java.openJ9() ? " is OpenJ9" : " is too old"),
          "run programs to be observed on a HotSpot JDK 17 or newer");
    }
    return observe(topic, java, false);
  }

  ProbeResult attach(JavaHome java) {
    return observe("attach to " + java.version(), java, true);
  }

  private ProbeResult observe(String topic, JavaHome java, boolean late) {
    try (SessionDirectory session = SessionDirectory.open(scratch)) {
      Process patient = start(java, session, late);
      try (BufferedReader output = patient.inputReader(StandardCharsets.UTF_8)) {
        if (late) {
          await(output, "ready");
          LiveAgent.send(
              patient.pid(), installation.agentJar(), attachOptions(session), unused -> {});
          patient.getOutputStream().write('\n');
          patient.getOutputStream().flush();
        }
        await(output, "done");
        patient.getOutputStream().close();
        if (!patient.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
          return ProbeResult.missing(
              topic, "the observed program did not end", "please report this");
        }
      } finally {
        patient.destroyForcibly();
      }
      return judge(topic, java, session);
    } catch (IOException | UserError e) {
      return ProbeResult.missing(topic, String.valueOf(e.getMessage()), "run it with --verbose");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ProbeResult.missing(topic, "interrupted", "try again");
    }
  }

  private AgentOptions attachOptions(SessionDirectory session) {
    return AgentOptions.forAttach(session.directory(), installation.agentDirectory(), LENGTH)
        .with(AgentOption.LEASE, false);
  }

  private Process start(JavaHome java, SessionDirectory session, boolean late) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(java.directory().resolve("bin/java").toString());
    if (!late) {
      AgentOptions options =
          AgentOptions.forRun(session.directory(), installation.agentDirectory());
      command.add("-javaagent:" + installation.agentJar() + "=" + options.encoded());
    }
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Patient.class.getName());
    if (late) {
      command.add("late");
    }
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private static void await(BufferedReader output, String wanted) throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.equals(wanted)) {
        return;
      }
    }
    throw new IOException("the observed program ended early");
  }

  private ProbeResult judge(String topic, JavaHome java, SessionDirectory session)
      throws IOException {
    List<ObservedJvm> jvms = session.jvms();
    if (jvms.isEmpty()) {
      return ProbeResult.missing(
          topic, "the agent did not start in " + java.directory(), "reinstall");
    }
    ObservedJvm jvm = jvms.get(0);
    JvmStatus status = jvm.status();
    if (status.state() == SessionState.FAILED) {
      return ProbeResult.missing(topic, status.failure(), "see the message");
    }
    Optional<Path> recording = jvm.finishedRecording();
    if (recording.isEmpty()) {
      return ProbeResult.missing(
          topic, "no recording from " + java.directory(), "is jdk.jfr in this JDK?");
    }
    long counted = blockedAcquires(recording.get());
    String seen = counted + " of " + Patient.BLOCKED_ACQUIRES + " blocked acquires counted exactly";
    if (counted != Patient.BLOCKED_ACQUIRES) {
      return ProbeResult.missing(
          topic,
          counted + " blocked acquires counted where " + Patient.BLOCKED_ACQUIRES + " happened",
          status.warnings().isEmpty()
              ? "please report this"
              : String.join("; ", status.warnings()));
    }
    return status.warnings().isEmpty()
        ? ProbeResult.ok(topic, seen)
        : ProbeResult.limited(topic, seen, String.join("; ", status.warnings()));
  }

  /** Acquires of the patient's own lock; JDK internals may block too. */
  private static long blockedAcquires(Path recording) throws IOException {
    long blocked = 0;
    for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
      if (event.getEventType().getName().equals(EventName.CONTENDED_LOCK)
          && event.getString(EventField.LOCK_CLASS).equals("java.lang.Object")) {
        blocked += event.getLong(EventField.BLOCKED);
      }
    }
    return blocked;
  }
}
