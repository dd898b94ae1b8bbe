package dev.uncork.diagnosis.tune;

/**
 * A remedy that needs a change of the program's source.
 *
 * @param remedy {@code counter}, {@code stripe}, {@code chunk}, {@code quiet}, {@code parallel} or
 *     {@code hold}
 * @param subject the lock or the phase that it is about
 * @param location class, method, file and line; empty where unknown
 * @param text what to do, with the class of the library that fits
 * @param predictedGain additional throughput at most, as a share, on the machine that was observed
 */
public record Advice(
    String remedy, String subject, String location, String text, double predictedGain) {}
