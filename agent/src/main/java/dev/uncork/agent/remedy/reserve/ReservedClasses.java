package dev.uncork.agent.remedy.reserve;

import dev.uncork.agent.remedy.RemedyEvents;
import dev.uncork.agent.remedy.hooks.LockHooks;
import dev.uncork.agent.remedy.hooks.Reserving;
import dev.uncork.boot.reserve.Reservable;
import dev.uncork.boot.reserve.ReserveGroups;
import dev.uncork.protocol.RemedyName;
import dev.uncork.protocol.RemedyState;
import dev.uncork.rewriting.lock.LockRewriter;
import dev.uncork.rewriting.lock.Reason;
import dev.uncork.rewriting.selection.ClassSelection;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/** Which classes are to reserve, and what became of each. */
final class ReservedClasses implements Reserving {
  private static final int NAMED = 3;

  private final ClassSelection selection;
  private final RemedyEvents events;
  private final List<Reason> refused = new ArrayList<>();
  private final List<String> broken = new ArrayList<>();
  private int reserved;

  ReservedClasses(ClassSelection selection, RemedyEvents events) {
    this.selection = selection;
    this.events = events;
  }

  @Override
  public boolean wants(String internalName, boolean ofJdk) {
    return selection.contains(internalName, ofJdk);
  }

  @Override
  public Reserving rehearsing(List<String> names) {
    return new ReservedClasses(
        ClassSelection.of(String.join(";", names)), new RemedyEvents(RemedyName.RESERVE));
  }

  @Override
  public void rewritten(String className, LockRewriter.Result result) {
    synchronized (this) {
      if (result.reserved() > 0) {
        reserved++;
      }
      if (!result.against().isEmpty()) {
        refused.add(result.against().get(0));
      }
    }
    if (result.reserved() > 0) {
      events.tell(className, RemedyState.APPLIED, result.reserved() + " synchronized methods");
    }
    for (Reason reason : result.against()) {
      events.tell(className, RemedyState.REFUSED, reason.toString());
    }
  }

  @Override
  public void failed(String className, Throwable e) {
    synchronized (this) {
      broken.add(className + " (" + e + ")");
    }
    events.tell(className, RemedyState.REFUSED, "it can't be rewritten: " + e);
  }

  @Override
  public void unhooked(String reason) {
    ReserveGroups.switchOffAll();
  }

  @Override
  public void rewrittenBefore(String className) {
    synchronized (this) {
      reserved++;
    }
    events.tell(className, RemedyState.APPLIED, "rewritten before the start");
  }

  /** A class was loaded before the agent could rewrite it. */
  void loadedBefore(Class<?> type) {
    boolean ofJdk = LockHooks.isOfJdk(type);
    if (ofJdk && List.of(type.getInterfaces()).contains(Reservable.class)) {
      rewrittenBefore(type.getName());
    }
    if (wants(type.getName().replace('.', '/'), ofJdk)
        && !Reservable.class.isAssignableFrom(type)
        && hasSynchronizedMethods(type)) {
      Reason reason = new Reason(type.getName(), "", 0, "it was loaded before the agent");
      synchronized (this) {
        refused.add(reason);
      }
      events.tell(type.getName(), RemedyState.REFUSED, reason.text());
    }
  }

  private static boolean hasSynchronizedMethods(Class<?> type) {
    for (Method method : type.getDeclaredMethods()) {
      int modifiers = method.getModifiers();
      if (Modifier.isSynchronized(modifiers) && !Modifier.isStatic(modifiers)) {
        return true;
      }
    }
    return false;
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
}
