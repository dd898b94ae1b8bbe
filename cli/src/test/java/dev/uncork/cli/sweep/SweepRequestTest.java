package dev.uncork.cli.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.value.CountList;
import dev.uncork.scaling.sweep.Point;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the user asks for: worker counts, levers, the command, the order of the runs. */
class SweepRequestTest {
  private static final TriedOption STRIPES = TriedOption.parse("-Dstripes=1,16");

  @Test
  void workerCountsAreListsAndRangesWithoutDoubles() {
    assertThat(CountList.workers().parse("8,1..3, 2")).containsExactly(1, 2, 3, 8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "x", "1,,2", "4..2", "1..100000", "-1", "1.5"})
  void otherWorkerCountsAreRefusedWithAnExample(String text) {
    assertThatThrownBy(() -> CountList.workers().parse(text))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("1,2,4,8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "=1", "x=", "x=1,,2"})
  void aLeverWithoutNameOrValuesIsRefused(String text) {
    assertThatThrownBy(() -> TriedOption.parse(text)).isInstanceOf(UserError.class);
  }

  @Test
  void pointsAreAllCombinationsWorkersFastest() {
    List<Point> points = Schedule.points(List.of(1, 2), List.of("1g", "2g"), List.of(STRIPES));
    assertThat(points).hasSize(8).doesNotHaveDuplicates();
    assertThat(points.get(0)).isEqualTo(new Point(1, "1g", List.of("-Dstripes=1")));
    assertThat(points.get(1)).isEqualTo(new Point(2, "1g", List.of("-Dstripes=1")));
    assertThat(points.get(7)).isEqualTo(new Point(2, "2g", List.of("-Dstripes=16")));
    assertThat(points.get(7).series()).isEqualTo("heap 2g -Dstripes=16");
  }

  @Test
  void everyRoundHasEveryPointOnceInAnOrderOfItsOwnThatIsTheSameEachTime() {
    List<Point> points = Schedule.points(List.of(1, 2, 3, 4, 5, 6), List.of(), List.of());
    List<Schedule.Slot> slots = Schedule.of(points, 4, true);
    assertThat(slots).hasSize(25).isEqualTo(Schedule.of(points, 4, true));
    assertThat(slots.get(0).round()).isZero();
    HashSet<List<Point>> orders = new HashSet<>();
    for (int round = 1; round <= 4; round++) {
      int wanted = round;
      List<Point> order =
          slots.stream().filter(s -> s.round() == wanted).map(Schedule.Slot::point).toList();
      assertThat(order).containsExactlyInAnyOrderElementsOf(points);
      orders.add(order);
    }
    assertThat(orders).hasSizeGreaterThan(1);
  }

  @Test
  void heapAndJvmOptionsGoRightBehindJava() {
    CommandTemplate template =
        CommandTemplate.of(
            List.of("/opt/jdk/bin/java", "-jar", "a.jar", "{workers}"),
            List.of(1, 2),
            List.of("1g"),
            List.of(STRIPES));
    assertThat(template.at(new Point(2, "1g", List.of("-Dstripes=16"))))
        .containsExactly("/opt/jdk/bin/java", "-Xmx1g", "-Dstripes=16", "-jar", "a.jar", "2");
  }

  @Test
  void placeholdersAreFilledInsideWords() {
    CommandTemplate template =
        CommandTemplate.of(
            List.of("./run.sh", "--n={workers}", "-Xmx{heap}", "{stripes}x"),
            List.of(1, 2),
            List.of("1g"),
            List.of(TriedOption.parse("stripes=4,8")));
    assertThat(template.at(new Point(3, "1g", List.of("stripes=8"))))
        .containsExactly("./run.sh", "--n=3", "-Xmx1g", "8x");
  }

  @Test
  void whatHasNoPlaceInTheCommandIsRefused() {
    assertRefused(List.of("java", "A"), List.of(1, 2), List.of(), List.of(), "{workers}");
    assertRefused(List.of("./a", "{workers}"), List.of(1), List.of("1g"), List.of(), "{heap}");
    assertRefused(List.of("./a", "{workers}"), List.of(1), List.of(), List.of(STRIPES), "java");
    assertRefused(
        List.of("java", "A"), List.of(1), List.of(), List.of(TriedOption.parse("x=1")), "{x}");
  }

  private static void assertRefused(
      List<String> command,
      List<Integer> workers,
      List<String> heaps,
      List<TriedOption> levers,
      String message) {
    assertThatThrownBy(() -> CommandTemplate.of(command, workers, heaps, levers))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(message);
  }
}
