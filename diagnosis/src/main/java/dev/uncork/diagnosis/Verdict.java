package dev.uncork.diagnosis;

/**
 * What is said first: the kind of the finding that matters most, and one sentence.
 *
 * @param location code location, such as {@code com.acme.Cache.put(Cache.java:42)}, or empty
 */
public record Verdict(FindingKind kind, String text, String location) {}
