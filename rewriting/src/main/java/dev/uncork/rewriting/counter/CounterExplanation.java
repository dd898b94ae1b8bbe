package dev.uncork.rewriting.counter;

import dev.uncork.rewriting.lock.ClassPath;
import dev.uncork.rewriting.lock.JdkSites;
import dev.uncork.rewriting.lock.LockExplanation;
import dev.uncork.rewriting.lock.Reason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the remedy {@code counter} would do to one class of a whole class path.
 *
 * @param operations the operations on counters; empty when the class has no synchronized counter
 * @param against why they can't be atomic; empty when all can
 * @param some whether those in {@code operations} can, in any case
 * @param againstSpreading why they can't be spread over an adder either
 * @param switchesBack places elsewhere that put them under the monitor again, when they are run
 *     with such an object
 */
public record CounterExplanation(
    List<Reason> operations,
    List<Reason> against,
    boolean some,
    List<Reason> againstSpreading,
    List<Reason> switchesBack) {

  /** Whether counters can be atomic. */
  public boolean eligible() {
    return some;
  }

  /**
   * Looks at a class.
   *
   * @param whole what was found about it on the class path
   * @return null when the class isn't found
   */
  public static @Nullable CounterExplanation of(ClassPath path, LockExplanation whole) {
    byte[] bytes = path.bytes(whole.className().replace('.', '/'));
    if (bytes == null) {
      return null;
    }
    CounterRewriter.Result result = rewrite(path, bytes, false);
    List<Reason> against = new ArrayList<>(result.against());
    for (String subclass : whole.locking()) {
      against.add(new Reason(subclass, "", 0, "a subclass whose synchronized methods lock it too"));
    }
    List<Reason> elsewhere =
        whole.elsewhere().stream()
            .filter(site -> !site.className().equals(whole.className()))
            .toList();
    return new CounterExplanation(
        result.operations(),
        against,
        result.bytes() != null && whole.locking().isEmpty(),
        rewrite(path, bytes, true).against(),
        elsewhere);
  }

  private static CounterRewriter.Result rewrite(ClassPath path, byte[] bytes, boolean spread) {
    return new CounterRewriter(
            path, name -> path.contains(name) || JdkSites.NAMES.contains(name), spread)
        .rewrite(bytes);
  }
}
