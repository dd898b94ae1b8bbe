package dev.uncork.workloads.checker;

import dev.uncork.workloads.checker.model.Bakery;
import dev.uncork.workloads.checker.model.DiningPhilosophers;
import dev.uncork.workloads.checker.model.Model;
import dev.uncork.workloads.checker.model.Peterson;
import dev.uncork.workloads.checker.model.SlidingWindow;
import dev.uncork.workloads.checker.model.TwoPhaseCommit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The models, each with the mistake that its invariant is there to find. */
final class BrokenModels {
  private BrokenModels() {}

  /** Model, violated property, length of the shortest trace. */
  static Stream<Arguments> all() {
    return Stream.of(
        Arguments.of(allTakeLeftFirst(), "deadlock"),
        Arguments.of(takesForksInUse(), "ForkHeldOnce"),
        Arguments.of(turnBeforeFlag(), "MutualExclusion"),
        Arguments.of(secretChoice(), "MutualExclusion"),
        Arguments.of(commitsEarly(), "TCConsistent"),
        Arguments.of(tooFewSequenceNumbers(), "DeliveredInOrder"));
  }

  static Model allTakeLeftFirst() {
    return new DiningPhilosophers(4) {
      @Override
      protected boolean takesLeftFirst(int philosopher) {
        return true;
      }
    };
  }

  static Model takesForksInUse() {
    return new DiningPhilosophers(4) {
      @Override
      protected boolean rightIsFree(byte[] state, int philosopher) {
        return true;
      }
    };
  }

  static Model turnBeforeFlag() {
    return new Peterson() {
      @Override
      protected boolean raisesFlagFirst() {
        return false;
      }
    };
  }

  static Model secretChoice() {
    return new Bakery(2, 4) {
      @Override
      protected boolean announcesChoice() {
        return false;
      }
    };
  }

  static Model commitsEarly() {
    return new TwoPhaseCommit(3) {
      @Override
      protected boolean mayCommit(int knownPrepared, int allManagers) {
        return Integer.bitCount(knownPrepared) >= 2;
      }
    };
  }

  static Model tooFewSequenceNumbers() {
    return new SlidingWindow(4, 2, 3) {
      @Override
      protected int sequenceNumbers(int windowSize) {
        return windowSize;
      }
    };
  }

  /** A model that can't tell the successors of one of its states. */
  static Model throwsHalfway() {
    return new TwoPhaseCommit(4) {
      @Override
      public void successors(byte[] state, int action, Consumer<byte[]> out) {
        if (state[0] == 2) {
          throw new IllegalStateException("no successors of a committed state");
        }
        super.successors(state, action, out);
      }
    };
  }
}
