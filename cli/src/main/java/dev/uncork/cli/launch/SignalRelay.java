package dev.uncork.cli.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Keeps signals from ending the command line while something is observed, and hands them on.
 *
 * <p>A key of the terminal (Ctrl-C) signals the whole foreground process group, so the program has
 * got it already; what another process sends to the command line alone is passed on. Ctrl-\ needs
 * nothing: a JVM answers it with a thread dump and lives on, and ours is told to keep silent.
 */
public final class SignalRelay implements AutoCloseable {
  private static final List<String> RELAYED = List.of("INT", "TERM", "HUP", "USR1");
  private static final Set<String> SENT_BY_TERMINAL = Set.of("INT", "HUP");

  private final Map<Signal, SignalHandler> before = new LinkedHashMap<>();

  private SignalRelay() {}

  /** Passes signals on to a program. */
  public static SignalRelay to(Process program) {
    return install(name -> relay(name, program));
  }

  /** Calls back instead of ending this process. */
  public static SignalRelay calling(Runnable action) {
    return install(name -> action.run());
  }

  private static SignalRelay install(Consumer<String> action) {
    SignalRelay relay = new SignalRelay();
    for (String name : RELAYED) {
      try {
        Signal signal = new Signal(name);
        relay.before.put(signal, Signal.handle(signal, caught -> action.accept(caught.getName())));
      } catch (IllegalArgumentException e) {
        // The JVM keeps this one for itself, or it was ignored when we were started: then the
        // program inherits that and there is nothing to relay.
      }
    }
    return relay;
  }

  private static void relay(String name, Process program) {
    boolean delivered = SENT_BY_TERMINAL.contains(name) && inForeground();
    if (delivered || !program.isAlive()) {
      return;
    }
    try {
      // Java itself can send only SIGTERM and SIGKILL. The shell's kill is always there.
      new ProcessBuilder("sh", "-c", "kill -s " + name + " " + program.pid()).start().waitFor();
    } catch (IOException e) {
      program.destroy();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether our process group is the one that the terminal's keys signal. */
  private static boolean inForeground() {
    try {
      String stat =
          new String(Files.readAllBytes(Path.of("/proc/self/stat")), StandardCharsets.ISO_8859_1);
      // Fields after the name in parentheses: state ppid pgrp session tty_nr tpgid
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return !fields[4].equals("0") && fields[2].equals(fields[5]);
    } catch (IOException e) {
      return false;
    }
  }

  /** Restores what the signals did before. */
  @Override
  public void close() {
    before.forEach(Signal::handle);
  }
}
