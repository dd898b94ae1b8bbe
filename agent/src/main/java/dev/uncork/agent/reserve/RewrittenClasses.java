package dev.uncork.agent.reserve;

import dev.uncork.protocol.RemedyName;
import dev.uncork.protocol.RemedyState;
import dev.uncork.recording.event.RemedyEvent;
import dev.uncork.rewriting.counter.CounterRewriter;
import dev.uncork.rewriting.lock.LockRewriter;
import dev.uncork.rewriting.lock.Reason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of each class, told in the recording as it happens and in one line at the end. */
final class RewrittenClasses {
  private static final int NAMED = 3;

  private final List<Reason> refused = new ArrayList<>();
  private final List<String> broken = new ArrayList<>();
  private final List<Told> waiting = new ArrayList<>();
  private volatile boolean recording;
  private int reserved;
  private int counted;
  private int refusedCounters;

  /** One event to be. */
  private record Told(RemedyName remedy, String className, RemedyState state, String detail) {}

  void add(String className, LockRewriter.Result result) {
    synchronized (this) {
      if (result.reserved() > 0) {
        reserved++;
      }
      if (!result.against().isEmpty()) {
        refused.add(result.against().get(0));
      }
    }
    if (result.reserved() > 0) {
      emit(
          RemedyName.RESERVE,
          className,
          RemedyState.APPLIED,
          result.reserved() + " synchronized methods");
    }
    for (Reason reason : result.against()) {
      emit(RemedyName.RESERVE, className, RemedyState.REFUSED, reason.toString());
    }
  }

  /**
   * Notes what became of a class's counters.
   *
   * @param off why the class can't be rewritten although its file can, or null
   * @return whether it is to be rewritten
   */
  boolean addCounters(String className, CounterRewriter.Result result, @Nullable String off) {
    if (result.operations().isEmpty()) {
      return false; // It has no counters, like most classes: not worth a word.
    }
    boolean applied = result.bytes() != null && off == null;
    synchronized (this) {
      counted += applied ? 1 : 0;
      refusedCounters += applied ? 0 : 1;
    }
    if (applied) {
      emit(RemedyName.COUNTER, className, RemedyState.APPLIED, list(result.operations()));
    } else if (off != null) {
      emit(RemedyName.COUNTER, className, RemedyState.REFUSED, off);
    } else {
      for (Reason reason : result.against()) {
        emit(RemedyName.COUNTER, className, RemedyState.REFUSED, reason.toString());
      }
    }
    return applied;
  }

  private static String list(List<Reason> operations) {
    return String.join(
        ", ", operations.stream().map(o -> o.method() + ":" + o.line() + " " + o.text()).toList());
  }

  void failed(String className, Throwable e) {
    synchronized (this) {
      broken.add(className + " (" + e + ")");
    }
    emit(RemedyName.RESERVE, className, RemedyState.REFUSED, "it can't be rewritten: " + e);
  }

  /** What the command line had rewritten before the JVM started. */
  void rewrittenBefore(String className) {
    synchronized (this) {
      reserved++;
    }
    emit(RemedyName.RESERVE, className, RemedyState.APPLIED, "rewritten before the start");
  }

  /** What was selected but loaded before the agent could rewrite it. */
  void loadedBefore(String className) {
    Reason reason = new Reason(className, "", 0, "it was loaded before the agent");
    synchronized (this) {
      refused.add(reason);
    }
    emit(RemedyName.RESERVE, className, RemedyState.REFUSED, reason.text());
  }

  /** One line. */
  synchronized String summary() {
    StringBuilder line = new StringBuilder();
    line.append(reserved).append(reserved == 1 ? " class" : " classes");
    line.append(" rewritten");
    if (!refused.isEmpty()) {
      line.append(", ").append(refused.size()).append(" refused, such as ").append(refused.get(0));
    }
    if (!broken.isEmpty()) {
      line.append(", failed: ");
      line.append(String.join(", ", broken.subList(0, Math.min(NAMED, broken.size()))));
    }
    return line.toString();
  }

  /** One line about counters. */
  synchronized String counters() {
    return counted
        + (counted == 1 ? " class" : " classes")
        + " rewritten"
        + (refusedCounters == 0 ? "" : ", " + refusedCounters + " refused");
  }

  /**
   * Tells the recording what happened to something, at the next {@link #drain}. Never at once: this
   * may be called while a class is being loaded, and committing an event may load others, which no
   * transformer would see. Before the recording has started, not even the class of the event may be
   * initialized: that registers it, and JFR, which may just be registering it itself, would wait
   * for us and we for it.
   */
  void emit(RemedyName remedy, String className, RemedyState state, String detail) {
    synchronized (this) {
      waiting.add(new Told(remedy, className, state, detail));
    }
  }

  /** The recording has started. */
  void recordingStarted() {
    recording = true;
    drain();
  }

  /** Writes what was told since the last time into the recording. */
  void drain() {
    if (!recording) {
      return;
    }
    List<Told> taken;
    synchronized (this) {
      taken = List.copyOf(waiting);
      waiting.clear();
    }
    for (Told told : taken) {
      commit(told);
    }
  }

  private static void commit(Told told) {
    RemedyEvent event = new RemedyEvent();
    event.remedy = told.remedy().label();
    event.target = told.className();
    event.state = told.state().label();
    event.detail = told.detail();
    event.commit();
  }
}
