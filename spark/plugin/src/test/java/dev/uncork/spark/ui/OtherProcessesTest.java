package dev.uncork.spark.ui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.spark.event.DriverUsageEvent;
import dev.uncork.spark.event.ExecutorUsageEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The application's own processes are no others. */
class OtherProcessesTest {
  private static ExecutorScaling executor(String id, long cpu, long children, long machine) {
    ExecutorUsageEvent usage = new ExecutorUsageEvent();
    usage.intervalMillis = 10_000;
    usage.cpuMillis = cpu;
    usage.childrenMillis = children;
    usage.machineMillis = machine;
    ExecutorScaling executor = new ExecutorScaling();
    executor.executorId = id;
    executor.usages = List.of(usage);
    return executor;
  }

  private static DriverUsageEvent driver() {
    DriverUsageEvent driver = new DriverUsageEvent();
    driver.upMillis = 20_000;
    driver.cpuMillis = 10_000;
    return driver;
  }

  @Test
  void siblingsPythonWorkersAndTheDriverAreItsOwn() {
    List<ExecutorScaling> executors =
        List.of(executor("1", 5_000, 10_000, 40_000), executor("2", 5_000, 10_000, 40_000));

    // Of four cores 0.5 and 1 each, and half a core by the driver.
    assertThat(Neighbours.others(executors, driver())).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void inLocalModeTheDriverIsTheExecutor() {
    List<ExecutorScaling> executors = List.of(executor("driver", 20_000, 0, 20_000));

    assertThat(Neighbours.others(executors, driver())).isZero();
  }
}
