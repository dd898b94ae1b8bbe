package dev.uncork.sparkledger.model;

import java.util.List;

/**
 * An RDD that a stage's tasks may compute.
 *
 * @param made the program's line that made it, such as {@code map at Report.java:12}
 * @param kept whether the program wants it kept once it is computed
 * @param partitions that it has; a stage may compute only some of them
 * @param parents ids of the RDDs that it is made of; none of a source of data
 */
public record Rdd(int id, String made, boolean kept, int partitions, List<Integer> parents) {}
