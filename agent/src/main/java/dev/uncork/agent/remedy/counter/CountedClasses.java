package dev.uncork.agent.remedy.counter;

import dev.uncork.agent.jvm.ClassFiles;
import dev.uncork.agent.remedy.RemedyEvents;
import dev.uncork.agent.remedy.hooks.Counting;
import dev.uncork.boot.counter.CounterGroup;
import dev.uncork.protocol.RemedyState;
import dev.uncork.rewriting.counter.CounterRewriter;
import dev.uncork.rewriting.lock.ClassSource;
import dev.uncork.rewriting.lock.JdkSites;
import dev.uncork.rewriting.lock.Reason;
import dev.uncork.rewriting.selection.ClassSelection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes counters atomic where that is wanted, and says what became of each class that has some. */
final class CountedClasses implements Counting {
  private final ClassSelection counter;
  private final ClassSelection adder;
  private final RemedyEvents events;
  private final LockingSubclasses subclasses = new LockingSubclasses();
  private int counted;
  private int refused;

  /**
   * Changes nothing yet.
   *
   * @param counter classes whose counters become atomic
   * @param adder classes whose counters are spread over an adder
   */
  CountedClasses(ClassSelection counter, ClassSelection adder, RemedyEvents events) {
    this.counter = counter;
    this.adder = adder;
    this.events = events;
  }

  @Override
  public void warmUp(ClassSource source, byte[] bytes) {
    new CounterRewriter(source, name -> true, false).rewrite(bytes);
  }

  @Override
  public void seen(byte[] bytes) {
    subclasses.seen(bytes);
  }

  @Override
  public byte @Nullable [] rewrite(
      ClassSource source, String internalName, boolean first, byte[] bytes) {
    boolean spread = adder.contains(internalName, false);
    if (!spread && !counter.contains(internalName, false)) {
      return null;
    }
    CounterRewriter rewriter =
        new CounterRewriter(
            source, name -> !ClassFiles.isOfJdk(name) || JdkSites.NAMES.contains(name), spread);
    CounterRewriter.Result result = rewriter.rewrite(bytes);
    return !first || isApplied(internalName.replace('/', '.'), result) ? result.bytes() : null;
  }

  private boolean isApplied(String className, CounterRewriter.Result result) {
    String off = CounterGroup.named(className).offBecause();
    if (result.operations().isEmpty()) {
      return false; // It has no counters, like most classes: not worth a word.
    }
    boolean applied = result.bytes() != null && off == null;
    synchronized (this) {
      counted += applied ? 1 : 0;
      refused += applied ? 0 : 1;
    }
    if (applied) {
      events.tell(className, RemedyState.APPLIED, list(result.operations()));
    } else if (off != null) {
      events.tell(className, RemedyState.REFUSED, off);
    } else {
      for (Reason reason : result.against()) {
        events.tell(className, RemedyState.REFUSED, reason.toString());
      }
    }
    return applied;
  }

  private static String list(List<Reason> operations) {
    return String.join(
        ", ", operations.stream().map(o -> o.method() + ":" + o.line() + " " + o.text()).toList());
  }

  @Override
  public void failed(String className, Throwable e) {
    events.tell(className, RemedyState.REFUSED, "it can't be rewritten: " + e);
  }

  @Override
  public void unhooked(String reason) {
    CounterGroup.switchOffAll(reason);
  }

  /** One line. */
  synchronized String summary() {
    return counted
        + (counted == 1 ? " class" : " classes")
        + " rewritten"
        + (refused == 0 ? "" : ", " + refused + " refused");
  }
}
