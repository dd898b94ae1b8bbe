package dev.uncork.sparkledger.ledger;

import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Stage;
import java.util.Optional;
import java.util.OptionalLong;

/** What slot-seconds are charged to. */
public sealed interface SlotRoot {
  /** A stage: its tasks, or slots without one while it ran. */
  record OfStage(Stage.Key stage) implements SlotRoot {}

  /**
   * The driver, while no stage had anything to run.
   *
   * @param query in which it happened
   * @param before the action that had ended
   * @param after the action that came next
   */
  record OfDriver(OptionalLong query, Optional<CallSite> before, Optional<CallSite> after)
      implements SlotRoot {}

  /** The cluster, which gave fewer executors than were wanted. */
  record OfCluster() implements SlotRoot {}
}
