package dev.uncork.sparkledger.price;

import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import java.util.Arrays;
import java.util.function.Function;

/**
 * How a run would differ.
 *
 * @param lengths milliseconds of a stage's tasks, in launch order
 * @param driver what is left of the driver's time between jobs, 0 to 1
 * @param slots which slots there are
 * @param pinned whether tasks of stages that Spark held back stay on their executors
 */
public record WhatIf(
    Function<StageTasks, float[]> lengths, double driver, Slots slots, boolean pinned) {

  /**
   * The slots.
   *
   * @param times as many executors as recorded; infinite for as many as there are tasks
   * @param atOnce whether they are there from the beginning
   */
  public record Slots(double times, boolean atOnce) {
    static final Slots RECORDED = new Slots(1, false);
  }

  /** As it was. */
  public static WhatIf recorded() {
    return new WhatIf(WhatIf::asRecorded, 1, Slots.RECORDED, true);
  }

  /** What a stage's tasks took. */
  public static float[] asRecorded(StageTasks stage) {
    float[] lengths = new float[stage.count()];
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = stage.millis(i);
    }
    return lengths;
  }

  /** All tasks of a stage take equally long. */
  static float[] evened(StageTasks stage) {
    float[] lengths = new float[stage.count()];
    Arrays.fill(lengths, (float) (stage.millis() / Math.max(1, lengths.length)));
    return lengths;
  }

  public WhatIf withLengths(Function<StageTasks, float[]> other) {
    return new WhatIf(other, driver, slots, pinned);
  }

  /** What a task would take. */
  @FunctionalInterface
  public interface TaskLength {
    /** In milliseconds, in place of those recorded. */
    float of(StageTasks stage, int task, float recorded);
  }

  /** The same where each task would take another time. */
  public WhatIf withEach(TaskLength length) {
    return withLengths(
        stage -> {
          float[] lengths = asRecorded(stage);
          for (int i = 0; i < lengths.length; i++) {
            lengths[i] = length.of(stage, i, lengths[i]);
          }
          return lengths;
        });
  }

  /** The same without what tasks spent in a row. */
  public WhatIf without(SlotRow row) {
    return withEach((stage, task, recorded) -> recorded - (float) stage.part(task, row));
  }

  WhatIf withDriver(double share) {
    return new WhatIf(lengths, share, slots, pinned);
  }

  public WhatIf withSlots(Slots other) {
    return new WhatIf(lengths, driver, other, pinned);
  }

  /** Tasks run wherever a slot is free. */
  public WhatIf unpinned() {
    return new WhatIf(lengths, driver, slots, false);
  }
}
