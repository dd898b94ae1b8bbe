/**
 * The plugin in the driver, looking at the application as a whole: {@link
 * dev.uncork.spark.driver.DriverWatch} samples what the driver's program does while no task runs.
 * What the executors tell is not here.
 */
@NullMarked
package dev.uncork.spark.driver;

import org.jspecify.annotations.NullMarked;
