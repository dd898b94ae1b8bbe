package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.JdkWaits;
import dev.uncork.diagnosis.stack.StackQuestion;
import dev.uncork.recording.ThreadSample;

/** How those who wait until all of something is done gave it to others. */
final class FanOuts {
  private final StackQuestion givesSeveral = new StackQuestion(JdkWaits::givesSeveralTasks);
  private int looks;
  private int atOnce;

  /** Adds a thread of one look. */
  void look(ThreadSample thread, Doing doing) {
    if (doing.activity() == Activity.LATCH) {
      looks++;
      atOnce += givesSeveral.of(thread.stack()) ? 1 : 0;
    }
  }

  /** Whether most gave several tasks to a pool at once. */
  boolean mostlyTasks() {
    return atOnce > looks / 2;
  }
}
