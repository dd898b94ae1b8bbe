package dev.uncork.sparkledger.model;

/**
 * A place in the user's program.
 *
 * @param name Spark's short form, such as {@code count at Report.scala:12}
 * @param stack its long form, a frame per line; may be empty
 */
public record CallSite(String name, String stack) {}
