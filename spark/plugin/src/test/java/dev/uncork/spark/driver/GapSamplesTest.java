package dev.uncork.spark.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class GapSamplesTest {
  private static StackTraceElement[] stack(String... methods) {
    return Arrays.stream(methods)
        .map(
            method -> {
              int dot = method.lastIndexOf('.');
              return new StackTraceElement(
                  method.substring(0, dot), method.substring(dot + 1), "Some.java", 7);
            })
        .toArray(StackTraceElement[]::new);
  }

  @Test
  void pythonRunsWhileItsThreadWaitsForACall() {
    assertThat(
            GapSamples.waits(
                stack(
                    "sun.nio.ch.SocketDispatcher.read0",
                    "java.io.BufferedReader.readLine",
                    "py4j.GatewayConnection.run",
                    "java.lang.Thread.run")))
        .isTrue();
  }

  @Test
  void notWhileSparkDoesWhatItCalled() {
    assertThat(
            GapSamples.waits(
                stack(
                    "java.util.HashMap.get",
                    "org.apache.spark.sql.classic.Dataset.select",
                    "py4j.commands.CallCommand.execute",
                    "py4j.GatewayConnection.run")))
        .isFalse();
  }

  @Test
  void threadsOfOthersDontServePython() {
    assertThat(GapSamples.waits(stack("java.lang.Object.wait", "shop.Report.main"))).isFalse();
    assertThat(GapSamples.waits(stack("java.lang.Object.wait"))).isFalse();
  }
}
