package dev.uncork.benchmarks.tpch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class ArgumentsTest {
  @Test
  void allQueriesAreMeasuredUnlessTold() {
    assertThat(queries()).isEqualTo(IntStream.rangeClosed(1, TpchFigures.LEGACY).boxed().toList());
  }

  @Test
  void rangesAndNumbersAreMeasuredOnceEach() {
    assertThat(queries("--queries=9-11,2,10,legacy"))
        .isEqualTo(List.of(2, 9, 10, 11, TpchFigures.LEGACY));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "23", "5-3", "q1", "1-99"})
  void whatIsNoQueryIsRefused(String list) {
    assertThatThrownBy(() -> queries("--queries=" + list))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("expected numbers from 1 to 22 and legacy, as in 1,5,9-12");
  }

  private static List<Integer> queries(String... options) {
    Arguments arguments = new Arguments();
    new CommandLine(arguments).parseArgs(options);
    return arguments.queries();
  }
}
