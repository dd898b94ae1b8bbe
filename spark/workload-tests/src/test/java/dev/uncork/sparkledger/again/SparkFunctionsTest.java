package dev.uncork.sparkledger.again;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.junit.jupiter.api.Test;

/** The list of Spark's own functions is that of the Spark that we are built for. */
class SparkFunctionsTest {
  @Test
  void allThatSparkHasAreListedAndTheProgramsAreNot() {
    List<String> missing = new ArrayList<>();
    FunctionRegistry.builtin()
        .listFunction()
        .foreach(
            function -> {
              String name = function.funcName();
              boolean word = name.matches("\\w+");
              return !word || SparkFunctions.has(name) ? null : missing.add(name);
            });
    assertThat(missing).isEmpty();
    assertThat(SparkFunctions.has("UPPER")).isTrue();
    assertThat(SparkFunctions.has("risk_score")).isFalse();
  }
}
