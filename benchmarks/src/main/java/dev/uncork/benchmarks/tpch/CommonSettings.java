package dev.uncork.benchmarks.tpch;

import java.nio.file.Path;

/**
 * What both sides have in common.
 *
 * @param plugin uncork-spark.jar
 * @param scale as it is written on the command line
 * @param data directory of the tables, made at first use
 */
record CommonSettings(Path javaHome, Path sparkHome, Path plugin, String scale, Path data) {}
