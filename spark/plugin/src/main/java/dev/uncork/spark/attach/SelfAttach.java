package dev.uncork.spark.attach;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * This JVM's attach mechanism, used by the JVM itself.
 *
 * <p>{@code jdk.attach} refuses that ({@code -Djdk.attach.allowAttachSelf} is false by default),
 * and the way around, a second JVM, costs half a second of CPU in every executor. The mechanism
 * itself has no such rule: a file {@code .attach_pid<pid>} and SIGQUIT make HotSpot listen at
 * {@code /tmp/.java_pid<pid>} for commands (attachListener_posix.cpp in OpenJDK).
 */
final class SelfAttach {
  private static final long LISTEN_SECONDS = 5;
  private static final int MAX_ARGUMENT_BYTES = 1024;

  private SelfAttach() {}

  /**
   * Loads a Java agent, as {@code VirtualMachine.loadAgent} does.
   *
   * @throws IOException when the JVM can't listen, or refuses
   */
  static void load(Path jar, String options) throws IOException {
    String argument = jar + "=" + options;
    if (argument.getBytes(StandardCharsets.UTF_8).length > MAX_ARGUMENT_BYTES) {
      throw new IOException(
          "the path of the work directory is too long for the JVM's attach mechanism ("
              + argument.length()
              + " of "
              + MAX_ARGUMENT_BYTES
              + " bytes); set spark.local.dir to a shorter one");
    }
    refuseWhereSignalsKill();
    Path socket = Path.of("/tmp/.java_pid" + ProcessHandle.current().pid());
    if (!Files.exists(socket)) {
      makeListen(socket);
    }
    String answer = send(socket, "1", "load", "instrument", "false", argument);
    String result = answer.strip().replaceFirst("(?s)^0\\s*return code: ", "");
    if (!result.equals("0")) {
      throw new IOException(
          result.contains("Dynamic agent loading is not enabled")
              ? "this JVM was started with -XX:-EnableDynamicAgentLoading; start executors without"
              : "the JVM refused the agent: " + result);
    }
  }

  /** Without the JVM's handler SIGQUIT would end the executor. */
  private static void refuseWhereSignalsKill() throws IOException {
    HotSpotDiagnosticMXBean flags =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    if (flags == null) {
      throw new IOException("this JVM is no HotSpot JVM; expected one of version 17 or newer");
    }
    for (String flag : new String[] {"DisableAttachMechanism", "ReduceSignalUsage"}) {
      if (flags.getVMOption(flag).getValue().equals("true")) {
        throw new IOException(
            "this JVM was started with -XX:+" + flag + "; start executors without that");
      }
    }
  }

  private static void makeListen(Path socket) throws IOException {
    Path trigger = trigger();
    try {
      raiseQuit();
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LISTEN_SECONDS);
      while (!Files.exists(socket)) {
        if (System.nanoTime() - deadline > 0) {
          throw new IOException(
              "the JVM does not listen at "
                  + socket
                  + "; is /tmp writable, and -XX:+DisableAttachMechanism not set?");
        }
        LockSupport.parkNanos(10_000_000);
      }
    } finally {
      Files.deleteIfExists(trigger);
    }
  }

  /** By the shell, as the JDK's own way to raise signals refuses this one. */
  private static void raiseQuit() throws IOException {
    String command = "kill -QUIT " + ProcessHandle.current().pid();
    Process shell =
        new ProcessBuilder("sh", "-c", command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (shell.waitFor() != 0) {
        throw new IOException("'" + command + "' failed, which the JVM's attach mechanism needs");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the collector was being loaded", e);
    }
  }

  /** Without this file SIGQUIT would print a thread dump. */
  private static Path trigger() throws IOException {
    String name = ".attach_pid" + ProcessHandle.current().pid();
    Path inWorkingDirectory = Path.of("/proc/self/cwd", name);
    Path inTmp = Path.of("/tmp", name);
    for (Path trigger : new Path[] {inWorkingDirectory, inTmp}) {
      try {
        Files.deleteIfExists(trigger);
        return Files.createFile(trigger);
      } catch (IOException e) {
        // The other place may do.
      }
    }
    throw new IOException(
        "neither the working directory nor /tmp can be written to, which the JVM's attach"
            + " mechanism needs");
  }

  private static String send(Path socket, String... words) throws IOException {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    for (String word : words) {
      request.writeBytes(word.getBytes(StandardCharsets.UTF_8));
      request.write(0);
    }
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      ByteBuffer bytes = ByteBuffer.wrap(request.toByteArray());
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      ByteBuffer part = ByteBuffer.allocate(1024);
      while (channel.read(part) >= 0) {
        answer.write(part.array(), 0, part.position());
        part.clear();
      }
      return answer.toString(StandardCharsets.UTF_8);
    }
  }
}
