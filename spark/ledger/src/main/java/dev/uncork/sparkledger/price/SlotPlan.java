package dev.uncork.sparkledger.price;

import java.util.ArrayList;
import java.util.List;

/** Which executors a simulated run has. */
final class SlotPlan {
  private static final int UNLIMITED = 100_000_000;

  private SlotPlan() {}

  /** More executors arrive as the recorded ones did, over and over. */
  static List<RunModel.Arrival> executors(RunModel model, WhatIf.Slots slots) {
    List<RunModel.Arrival> recorded = model.executors();
    double first = slots.atOnce() ? 0 : first(recorded);
    if (Double.isInfinite(slots.times())) {
      return List.of(new RunModel.Arrival(first, UNLIMITED));
    }
    if (model.local()) {
      return List.of(new RunModel.Arrival(first, slots(model, slots.times())));
    }
    List<RunModel.Arrival> result = new ArrayList<>();
    for (int i = 0; i < count(model, slots.times()); i++) {
      RunModel.Arrival like = recorded.get(i % recorded.size());
      result.add(new RunModel.Arrival(slots.atOnce() ? 0 : like.arrival(), like.slots()));
    }
    return result;
  }

  private static double first(List<RunModel.Arrival> executors) {
    return executors.stream().mapToDouble(RunModel.Arrival::arrival).min().orElse(0);
  }

  /** Executors, or slots in local mode. */
  static int count(RunModel model, double times) {
    int recorded = model.local() ? model.slots() : model.executors().size();
    return (int) Math.max(1, Math.round(recorded * times));
  }

  static int slots(RunModel model, double times) {
    if (model.local()) {
      return count(model, times);
    }
    int slots = 0;
    for (int i = 0; i < count(model, times); i++) {
      slots += model.executors().get(i % model.executors().size()).slots();
    }
    return slots;
  }
}
