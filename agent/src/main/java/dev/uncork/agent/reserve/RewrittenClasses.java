package dev.uncork.agent.reserve;

import dev.uncork.recording.event.RemedyEvent;
import dev.uncork.rewriting.lock.LockRewriter;
import dev.uncork.rewriting.lock.Reason;
import java.util.ArrayList;
import java.util.List;

/** What became of each class, told in the recording as it happens and in one line at the end. */
final class RewrittenClasses {
  private static final int NAMED = 3;

  private final List<Reason> refused = new ArrayList<>();
  private final List<String> broken = new ArrayList<>();
  private int reserved;

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
      emit(className, "applied", result.reserved() + " synchronized methods");
    }
    for (Reason reason : result.against()) {
      emit(className, "refused", reason.toString());
    }
  }

  void failed(String className, Throwable e) {
    synchronized (this) {
      broken.add(className + " (" + e + ")");
    }
    emit(className, "refused", "it can't be rewritten: " + e);
  }

  /** What the command line had rewritten before the JVM started. */
  void rewrittenBefore(String className) {
    synchronized (this) {
      reserved++;
    }
    emit(className, "applied", "rewritten before the start");
  }

  /** What was selected but loaded before the agent could rewrite it. */
  void loadedBefore(String className) {
    Reason reason = new Reason(className, "", 0, "it was loaded before the agent");
    synchronized (this) {
      refused.add(reason);
    }
    emit(className, "refused", reason.text());
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

  private static void emit(String className, String state, String detail) {
    RemedyEvent event = new RemedyEvent();
    event.remedy = "reserve";
    event.target = className;
    event.state = state;
    event.detail = detail;
    event.commit();
  }
}
