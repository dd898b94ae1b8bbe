package dev.uncork.sparkledger.price;

import java.util.List;

/**
 * What the application would take otherwise, in seconds.
 *
 * @param recorded what it took
 * @param simulated what the simulation takes with the recorded slots
 * @param criticalPath the longest chain of driver's code and tasks, which no executors shorten
 * @param unlimited with as many executors as there are tasks
 * @param evened with all tasks of a stage equally long
 * @param withoutDriver without the driver's time between jobs
 * @param curve for 0.25 to 8 times the executors
 */
public record SparkPrice(
    double recorded,
    double simulated,
    double criticalPath,
    double unlimited,
    double evened,
    double withoutDriver,
    List<ExecutorsPoint> curve) {}
