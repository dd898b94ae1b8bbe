package dev.uncork.spark.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.sparkledger.log.UserFrames;
import dev.uncork.sparkledger.model.CallSite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
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

  /** A database in the driver is deep, and so is Spark around the program. */
  @Test
  void theProgramIsToldWithinADeepStack() {
    List<String> methods = new ArrayList<>();
    methods.addAll(Collections.nCopies(40, "org.apache.derby.Log.write"));
    methods.add("shop.Tickets.open");
    methods.addAll(Collections.nCopies(40, "org.apache.spark.sql.StreamExecution.run"));

    List<String> told = GapSamples.told(stack(methods.toArray(String[]::new)));

    assertThat(told).contains("shop.Tickets.open(Some.java:7)").hasSizeLessThanOrEqualTo(55);
    assertThat(UserFrames.doing(told, 1).orElseThrow().places())
        .extracting(CallSite::name)
        .containsExactly("open at Some.java:7");
  }
}
