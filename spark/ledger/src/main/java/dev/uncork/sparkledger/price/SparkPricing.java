package dev.uncork.sparkledger.price;

import dev.uncork.sparkledger.ledger.RecordedTasks;
import dev.uncork.sparkledger.ledger.SlotCharge;
import dev.uncork.sparkledger.ledger.SlotLedger;
import dev.uncork.sparkledger.ledger.SlotRoot;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.model.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Prices an application's what-ifs.
 *
 * <p>What the simulation of the recorded run misses of it, or adds, is taken for a factor that any
 * run has.
 */
public final class SparkPricing {
  private static final double[] TIMES = {0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8};

  /** A stage is held back where that took such a share of its slots' time. */
  private static final double HELD_BACK = 0.05;

  /** Most predictions of this simulation were off by less, most of it in what changes. */
  private static final double ERROR = 0.1;

  private final RunModel model;
  private final boolean[] heldBack;
  private final double simulated;

  public SparkPricing(RecordedTasks recorded, SlotLedger ledger) {
    model = new RunModel(recorded, ledger.slots());
    heldBack = heldBack(ledger);
    simulated = Math.max(1e-3, new RunSimulation(model, WhatIf.recorded(), heldBack).millis());
  }

  private boolean[] heldBack(SlotLedger ledger) {
    Map<Stage.Key, Double> seconds = new HashMap<>();
    for (SlotCharge charge : ledger.charges()) {
      if (charge.row() == SlotRow.HELD_BACK && charge.root() instanceof SlotRoot.OfStage of) {
        seconds.merge(of.stage(), charge.slotSeconds(), Double::sum);
      }
    }
    boolean[] result = new boolean[model.stages().size()];
    for (int i = 0; i < result.length; i++) {
      Stage stage = model.stages().get(i).tasks().stage();
      double all = stage.span().millis() / 1000.0 * model.slots();
      result[i] = seconds.getOrDefault(stage.key(), 0.0) > HELD_BACK * all;
    }
    return result;
  }

  /** Seconds that the application would take. */
  private double seconds(WhatIf what) {
    return new RunSimulation(model, what, heldBack).millis() / simulated * model.millis() / 1000;
  }

  private double recorded() {
    return model.millis() / 1000;
  }

  /**
   * What a change would save.
   *
   * @param least of what it does at best, 0 to 1
   * @param likely of what it does at best
   */
  public TimeGain gain(WhatIf what, double least, double likely) {
    return gain(recorded() - seconds(what), least, likely);
  }

  /**
   * What a change would save.
   *
   * @param what it does as a rule, and what least and likely are of
   * @param atBest what it does if all goes well
   */
  public TimeGain gain(WhatIf what, WhatIf atBest, double least, double likely) {
    TimeGain usual = gain(what, least, likely);
    double high = Math.max(usual.high(), gain(atBest, 1, 1).high());
    return new TimeGain(usual.low(), usual.seconds(), high, recorded());
  }

  /**
   * What a change would save.
   *
   * @param atWorst what it does if something goes wrong, and what least is of
   * @param what it does as a rule
   */
  public TimeGain gainAtLeast(WhatIf atWorst, WhatIf what, double least, double likely) {
    TimeGain usual = gain(what, least, likely);
    double low = Math.min(usual.low(), gain(atWorst, least, likely).low());
    return new TimeGain(low, usual.seconds(), usual.high(), recorded());
  }

  /** What a change would save that saves so many seconds at best. */
  public TimeGain gain(double atBestSeconds, double least, double likely) {
    double most = Math.max(0, Math.min(recorded(), atBestSeconds));
    double high = most + ERROR * Math.min(most, recorded() - most);
    return new TimeGain(least * most, likely * most, high, recorded());
  }

  public SparkPrice price() {
    WhatIf as = WhatIf.recorded();
    double endless = Double.POSITIVE_INFINITY;
    WhatIf free = as.unpinned();
    double critical = seconds(free.withSlots(new WhatIf.Slots(endless, true)));
    return new SparkPrice(
        recorded(),
        simulated / 1000,
        critical,
        seconds(free.withSlots(new WhatIf.Slots(endless, false))),
        Math.min(recorded(), seconds(free.withLengths(WhatIf::evened))),
        seconds(as.withDriver(0)),
        curve());
  }

  private List<ExecutorsPoint> curve() {
    List<ExecutorsPoint> points = new ArrayList<>();
    int last = 0;
    double recorded = SlotPlan.count(model, 1);
    for (double about : TIMES) {
      int executors = SlotPlan.count(model, about);
      double times = executors / recorded;
      if (executors > last) {
        int slots = SlotPlan.slots(model, times);
        double seconds = seconds(WhatIf.recorded().withSlots(new WhatIf.Slots(times, false)));
        points.add(new ExecutorsPoint(times, executors, slots, seconds, slots * seconds / 3600));
        last = executors;
      }
    }
    return List.copyOf(points);
  }
}
