package dev.uncork.workloads.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@DefaultTier
class PatternTest {
  private static final Pattern RATE = Pattern.compile("rate ([0-9.]+) ops/s\\ncores [0-9.]+");

  @Test
  void twoPermitsAllowTwoStepsInEachFifteenMilliseconds() throws Exception {
    assertThat(rate("semaphore", "2")).isBetween(1.0, 2 / 0.015 + 12);
  }

  @Test
  void withoutTheFaultAllThreadsMakeSteps() throws Exception {
    assertThat(rate("semaphore", "2", "fixed")).isGreaterThan(0);
  }

  @Test
  void nothingIsFixedWhereNothingIsWrong() {
    assertThat(dev.uncork.workloads.waits.Pattern.values())
        .filteredOn(dev.uncork.workloads.waits.Pattern::fixable)
        .isNotEmpty()
        .noneMatch(dev.uncork.workloads.waits.Pattern::sound);
  }

  private static double rate(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                dev.uncork.workloads.waits.Pattern.class.getName()));
    command.addAll(List.of(arguments));
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output =
        new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(child.waitFor()).as(output).isZero();
    Matcher matcher = RATE.matcher(output);
    assertThat(matcher.matches()).as(output).isTrue();
    return Double.parseDouble(matcher.group(1));
  }
}
