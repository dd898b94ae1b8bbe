package dev.uncork.diagnosis.stack;

import dev.uncork.recording.Frame;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A question about stacks that is answered once for each: a recording has one instance of a stack
 * for the many samples of it.
 */
public final class StackQuestion {
  private final Function<List<Frame>, Boolean> question;
  private final Map<List<Frame>, Boolean> answers = new IdentityHashMap<>();

  /** Nothing is answered yet. */
  public StackQuestion(Predicate<List<Frame>> question) {
    this.question = question::test;
  }

  /** The answer for a stack. */
  public boolean of(List<Frame> stack) {
    return answers.computeIfAbsent(stack, question);
  }
}
