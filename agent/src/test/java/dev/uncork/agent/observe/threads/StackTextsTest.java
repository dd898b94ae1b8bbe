package dev.uncork.agent.observe.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StackTextsTest {
  private static final long SECOND = 1_000_000_000;

  private final List<Long> asked = new ArrayList<>();
  private final StackTexts texts =
      new StackTexts(
          (method, location) -> {
            asked.add(method);
            return method == 9
                ? "dev.uncork.boot.collect.ParkHooks.awaited(ParkHooks.java:1)"
                : method + ":" + location;
          });

  @Test
  void aStackIsKnownByItsFrames() {
    StackTexts.Stack stack = texts.of(new long[] {1, 5, 2, 6, 77, 77}, 2);
    assertThat(texts.of(new long[] {1, 5, 2, 6, 88, 88}, 2)).isSameAs(stack);
    assertThat(texts.of(new long[] {1, 5, 2, 7, 0, 0}, 2).id).isNotEqualTo(stack.id);
    assertThat(texts.of(new long[] {1, 5}, 1).id).isNotEqualTo(stack.id);
    assertThat(asked).as("each frame once").containsExactly(1L, 2L, 2L);
  }

  @Test
  void aTextIsToldAtFirstAndAgainLater() {
    StackTexts.Stack stack = texts.of(new long[] {1, 5, 2, 6}, 2);
    assertThat(stack.textToTell(0)).isEqualTo("1:5\n2:6");
    assertThat(stack.textToTell(9 * SECOND)).isEmpty();
    assertThat(stack.textToTell(10 * SECOND)).isEqualTo("1:5\n2:6");
    assertThat(stack.textToTell(11 * SECOND)).isEmpty();
    texts.tellAllAgain();
    assertThat(stack.textToTell(12 * SECOND)).isEqualTo("1:5\n2:6");
  }

  @Test
  void hooksOnTopOfAStackAreLeftOut() {
    assertThat(texts.of(new long[] {9, 0, 1, 5, 9, 0}, 3).textToTell(0))
        .isEqualTo("1:5\ndev.uncork.boot.collect.ParkHooks.awaited(ParkHooks.java:1)");
  }

  @Test
  void whoReadsOrWritesMayDoSoThroughAPipe() {
    String write = "java.io.FileOutputStream.writeBytes(FileOutputStream.java)";
    assertThat(innermost(write).usesFiles()).isTrue();
    assertThat(innermost("java.io.FileOutputStream.close0(F.java)").usesFiles()).isFalse();
  }

  private static StackTexts.Stack innermost(String frame) {
    return new StackTexts((method, location) -> frame).of(new long[] {1, 5}, 1);
  }

  @Test
  void aThreadWithoutFramesHasNoStack() {
    assertThat(texts.of(new long[] {1, 5}, 0)).isSameAs(StackTexts.NONE);
    assertThat(texts.of(new long[] {1, 5}, -1).id).isZero();
  }

  @Test
  void stacksNotSeenForLongAreForgotten() {
    int first = texts.of(new long[] {1, 5}, 1).id;
    for (int i = 0; i < 5000; i++) {
      texts.of(new long[] {2, i}, 1);
    }
    assertThat(texts.of(new long[] {1, 5}, 1).id).isGreaterThan(first);
  }
}
