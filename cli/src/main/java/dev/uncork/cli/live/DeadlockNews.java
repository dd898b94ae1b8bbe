package dev.uncork.cli.live;

import dev.uncork.cli.session.ObservedJvm;
import dev.uncork.cli.session.SessionDirectory;
import dev.uncork.diagnosis.ledger.Stuck;
import dev.uncork.protocol.Deadlock;
import dev.uncork.recording.Frame;
import dev.uncork.report.words.DeadlockWords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Deadlocks in the JVMs of a session, told while they last, each once. */
public final class DeadlockNews implements SessionWatch.Watcher {
  private final Consumer<List<String>> reader;
  private final Set<Map.Entry<String, Deadlock>> told = new HashSet<>();

  /** Tells nothing yet; the reader takes the lines of each deadlock. */
  public DeadlockNews(Consumer<List<String>> reader) {
    this.reader = reader;
  }

  @Override
  public void look(SessionDirectory session) throws IOException {
    List<ObservedJvm> jvms = session.jvms();
    for (ObservedJvm jvm : jvms) {
      for (Deadlock deadlock : jvm.status().deadlocks()) {
        if (told.add(Map.entry(jvm.name(), deadlock))) {
          List<String> lines = new ArrayList<>(lines(deadlock));
          String of = jvms.size() > 1 ? "process " + jvm.pid() + ": " : "";
          lines.set(0, "uncork: " + of + lines.get(0));
          reader.accept(lines);
        }
      }
    }
  }

  /** All deadlocks that there are in the JVMs of a session now, as lines. */
  public static List<String> now(SessionDirectory session) throws IOException {
    List<String> lines = new ArrayList<>();
    for (ObservedJvm jvm : session.jvms()) {
      jvm.status().deadlocks().forEach(deadlock -> lines.addAll(lines(deadlock)));
    }
    return lines;
  }

  private static List<String> lines(Deadlock deadlock) {
    return DeadlockWords.lines(deadlock.threads().stream().map(DeadlockNews::stuck).toList());
  }

  private static Stuck stuck(Deadlock.Member member) {
    List<Frame> stack = member.stack().stream().map(Frame::parse).toList();
    return Stuck.at(member.thread(), member.lockClass(), member.owner(), stack);
  }

  @Override
  public void close() {
    // What was told stays told.
  }
}
