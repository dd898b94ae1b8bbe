package dev.uncork.report.spark;

import dev.uncork.sparkledger.ledger.SlotRow;

/** A colour for each row of the ledger, on light and dark pages alike. */
final class SparkColours {
  private SparkColours() {}

  /** Green is work, yellow what tasks did besides, red and violet slots without a task. */
  static String of(SlotRow row) {
    return switch (row) {
      case CPU -> "#2f9e55";
      case PYTHON -> "#1f9e9e";
      case GC -> "#e8a317";
      case FETCH_WAIT -> "#f0c04a";
      case SHUFFLE_WRITE -> "#c99a2e";
      case SPILL -> "#b5792a";
      case DESERIALIZATION -> "#d9b777";
      case RESULT -> "#a58a4f";
      case SCHEDULING -> "#d08f5f";
      case LOCK_WAIT -> "#6b8e23";
      case CORE_WAIT -> "#b9c26a";
      case TASK_WAIT -> "#8fae3c";
      case FAILED -> "#7d4a2b";
      case SPECULATION -> "#a06a4d";
      case DRIVER_CODE -> "#d64545";
      case DRIVER_GC -> "#f07838";
      case PLANNING -> "#e06c75";
      case COLLECT -> "#c0392b";
      case BROADCAST -> "#e58a8a";
      case COMMIT -> "#c9678f";
      case LISTING -> "#b03a6f";
      case STRAGGLER -> "#8e5bc0";
      case FEW_TASKS -> "#b18be0";
      case HELD_BACK -> "#6d6fd0";
      case NO_EXECUTOR -> "#4a78c9";
      case START_UP -> "#8a8f98";
      case NO_DEMAND -> "#a3b1bf";
      case UNEXPLAINED -> "#b4b8be";
    };
  }
}
