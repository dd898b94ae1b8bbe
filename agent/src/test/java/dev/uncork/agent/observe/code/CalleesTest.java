package dev.uncork.agent.observe.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CalleesTest {
  private static final String HERE = CalleesTest.class.getName();

  /** A loop that has each kind of meter do its part. */
  abstract static class Meter {
    void turn(Shown shown) {
      count();
      shown.show();
    }

    abstract void count();
  }

  interface Shown {
    void show();
  }

  static final class Video extends Meter {
    @Override
    void count() {}
  }

  static final class Page implements Shown {
    @Override
    public void show() {}
  }

  /** So many classes extend each type. */
  private static Set<String> called(int subtypes) {
    CodeSource classPath = new AccessScanTest.ClassPath();
    CodeSource source =
        new CodeSource() {
          @Override
          public @Nullable ClassFileCode of(String name) {
            return classPath.of(name);
          }

          @Override
          public List<String> subtypes(String name) {
            String one = name.endsWith("Meter") ? "Video" : "Page";
            return IntStream.range(0, subtypes).mapToObj(i -> HERE + "$" + one + i).toList();
          }
        };
    return Callees.with(List.of(new CodePlace(HERE + "$Meter", "turn", 0)), source, 64).stream()
        .map(place -> place.name().substring(HERE.length() + 1))
        .collect(Collectors.toSet());
  }

  @Test
  void whatFewTypesOverrideMayBeCalled() {
    assertThat(called(2))
        .containsExactlyInAnyOrder(
            "Meter.turn",
            "Meter.count",
            "Shown.show",
            "Video0.count",
            "Video1.count",
            "Page0.show",
            "Page1.show");
  }

  @Test
  void ofManyNobodyKnows() {
    assertThat(called(9)).containsExactlyInAnyOrder("Meter.turn", "Meter.count", "Shown.show");
  }
}
