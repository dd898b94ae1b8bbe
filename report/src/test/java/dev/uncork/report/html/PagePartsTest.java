package dev.uncork.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PagePartsTest {
  private final ArrayNode array = new ObjectMapper().createArrayNode();

  @Test
  void stacksMergeFromTheirOutermostFrameOn() {
    StackTree tree = new StackTree();
    tree.add(List.of("put", "work", "run"), 30);
    tree.add(List.of("get", "work", "run"), 70);
    Strings strings = new Strings(new ObjectMapper().createArrayNode(), 100);
    tree.write(strings, array);

    assertThat(tree.nodes()).isEqualTo(5);
    assertThat(array.toString()).isEqualTo("[[0,100,[[1,100,[[2,30],[3,70]]]]]]");
  }

  @Test
  void aDeepRecursionIsCutAndNarrowFramesAreLeftOut() {
    StackTree tree = new StackTree();
    tree.add(IntStream.range(0, 5000).mapToObj(i -> "f" + i).toList(), 1_000_000);
    tree.add(List.of("rare"), 1);

    assertThat(tree.nodes()).isEqualTo(257);
  }

  @Test
  void troughsAreWhereValuesTurn() {
    List<Double> saw = IntStream.range(0, 40).mapToObj(i -> Math.abs(10 - i % 20) / 10.0).toList();

    assertThat(Troughs.of(saw, 0, saw.size(), 0.3)).containsExactly(10, 30);
    assertThat(Troughs.of(saw, 0, 0, 0.3)).isEmpty();
    assertThat(Troughs.of(saw, 0, saw.size(), 2)).isEmpty();
  }

  @Test
  void theStretchWithTheDeepestSawtoothIsFound() {
    List<Double> values =
        IntStream.range(0, 400).mapToObj(i -> i >= 200 && i < 300 ? i % 2 * 1.0 : 0.5).toList();

    assertThat(Troughs.deepest(values, 80)).isBetween(200, 220);
  }

  @Test
  void namesLoseWhatHasNoPicture() {
    assertThat(Strings.shown("a\u202eb\u0000c\ud800", 100)).isEqualTo("a\uFFFDb\uFFFDc\uFFFD");
    assertThat(Strings.shown("x".repeat(1000), 90)).hasSize(90).contains("…");
  }

  @Test
  void cellsHoldSharesAndNumbers() {
    StringBuilder row = new StringBuilder();
    Cells.share(0, row);
    Cells.share(1, row);
    Cells.share(Double.NaN, row);
    Cells.number(65, row);
    Cells.number(-1, row);

    assertThat(row).hasToString("A_.BB..");
  }

  @Test
  void aLastStubOfASecondIsNotDrawn() {
    assertThat(LedgerData.drawn(9, 1, 8.04)).isEqualTo(8);
    assertThat(LedgerData.drawn(9, 1, 8.6)).isEqualTo(9);
    assertThat(LedgerData.drawn(1, 1, 0.1)).isEqualTo(1);
    assertThat(LedgerData.drawn(3, 4, 9)).isEqualTo(2);
  }

  @Test
  void lessDetailEndsSomewhere() {
    Detail detail = Detail.FULL;
    for (int i = 0; i < 20; i++) {
      detail = detail.less();
    }
    assertThat(detail.less()).isEqualTo(detail);
    assertThat(detail.rows()).isPositive();
  }
}
