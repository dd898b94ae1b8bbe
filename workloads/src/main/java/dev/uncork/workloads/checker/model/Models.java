package dev.uncork.workloads.checker.model;

import java.util.Locale;

/** The catalogue of models, by the name that the command line knows. */
public enum Models {
  /** Dining philosophers. */
  DINING(11) {
    @Override
    public Model create(Parameters parameters) {
      return new DiningPhilosophers(parameters.sizeOr(defaultSize()));
    }
  },
  /** Peterson's mutual exclusion. */
  PETERSON(2) {
    @Override
    public Model create(Parameters parameters) {
      Bounds.check("peterson: --size (processes)", parameters.sizeOr(2), 2, 2);
      return new Peterson();
    }
  },
  /** Lamport's bakery. */
  BAKERY(3) {
    @Override
    public Model create(Parameters parameters) {
      return new Bakery(parameters.sizeOr(defaultSize()), parameters.tickets());
    }
  },
  /** Two-phase commit. */
  TWOPHASE(8) {
    @Override
    public Model create(Parameters parameters) {
      return new TwoPhaseCommit(parameters.sizeOr(defaultSize()));
    }
  },
  /** Go-back-n sliding window. */
  SLIDING_WINDOW(6) {
    @Override
    public Model create(Parameters parameters) {
      return new SlidingWindow(
          parameters.sizeOr(defaultSize()), parameters.window(), parameters.capacity());
    }
  };

  private final int defaultSize;

  Models(int defaultSize) {
    this.defaultSize = defaultSize;
  }

  /** The size when none is asked for. */
  public int defaultSize() {
    return defaultSize;
  }

  /**
   * The model of these parameters.
   *
   * @throws IllegalArgumentException naming the option, if a parameter is out of bounds
   */
  public abstract Model create(Parameters parameters);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What the command line says about the model; a size of 0 means the model's own default. */
  public record Parameters(int size, int tickets, int window, int capacity) {
    int sizeOr(int defaultSize) {
      return size == 0 ? defaultSize : size;
    }
  }
}
