package dev.uncork.spark;

import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;

/** What {@code --conf spark.plugins=dev.uncork.spark.UncorkPlugin} names. */
public final class UncorkPlugin implements SparkPlugin {
  @Override
  public DriverPlugin driverPlugin() {
    return new DriverPart();
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new ExecutorPart();
  }
}
