package dev.uncork.workloads.checker.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The built-in counts against the sequential reference, and against what others published. */
class KnownCountsTest {
  static Stream<Model> smallModels() {
    return Stream.of(
            IntStream.rangeClosed(2, 8).mapToObj(DiningPhilosophers::new),
            IntStream.rangeClosed(1, 5).mapToObj(TwoPhaseCommit::new),
            Stream.of(new Peterson()),
            Stream.of(new Bakery(2, 2), new Bakery(2, 4), new Bakery(3, 2), new Bakery(3, 4)),
            Stream.of(
                new SlidingWindow(4, 1, 2),
                new SlidingWindow(4, 2, 2),
                new SlidingWindow(5, 3, 3),
                new SlidingWindow(6, 3, 4)))
        .flatMap(models -> models);
  }

  @ParameterizedTest
  @MethodSource("smallModels")
  void referenceFindsTheKnownNumberAndNoError(Model model) {
    SequentialReference reference = SequentialReference.explore(model);

    assertThat(reference.firstError()).isEmpty();
    assertThat(KnownCounts.distinctStates(model)).as(model.name()).hasValue(reference.distinct());
  }

  @Test
  void twoPhaseCommitAgreesWithThePublishedRunsOfTlc() {
    SequentialReference three = SequentialReference.explore(new TwoPhaseCommit(3));

    assertThat(three.distinct()).isEqualTo(288);
    assertThat(three.generated()).isEqualTo(1146);
    Map<Integer, Long> published = Map.of(4, 1568L, 5, 8832L, 6, 50816L, 7, 296448L);
    published.forEach(
        (managers, states) ->
            assertThat(KnownCounts.distinctStates(new TwoPhaseCommit(managers))).hasValue(states));
  }

  @Test
  void everyCatalogueEntryIsKnownAtItsDefaultSize() {
    for (Models model : Models.values()) {
      Model created = model.create(new Models.Parameters(0, 4, 3, 4));
      assertThat(KnownCounts.distinctStates(created)).as(created.name()).isPresent();
    }
  }

  @Test
  void describesEveryStateItReaches() {
    for (Model model : List.of(new DiningPhilosophers(3), new Peterson(), new Bakery(2, 2))) {
      byte[] start = model.initialStates().get(0);
      assertThat(model.describe(start)).isNotBlank();
      assertThat(model.actionName(model.actionCount() - 1)).isNotBlank();
    }
  }
}
