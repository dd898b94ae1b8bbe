package dev.uncork.spark.ui;

import dev.uncork.spark.event.DriverUsageEvent;
import org.apache.spark.util.kvstore.KVIndex;

/** What is known of the driver, as it lies in Spark's store, like {@link ExecutorScaling}. */
public final class DriverScaling {
  static final String KEY = "driver";

  @KVIndex public String key = KEY;

  public DriverUsageEvent usage = new DriverUsageEvent();

  static DriverScaling of(DriverUsageEvent usage) {
    DriverScaling driver = new DriverScaling();
    driver.usage = usage;
    return driver;
  }
}
