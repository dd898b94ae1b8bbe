package dev.uncork.recording;

/**
 * One thing that the collector could or could not do in the observed JVM.
 *
 * @param detail what is missing, what that costs and how to get it; empty when available
 */
public record Capability(String name, boolean available, String detail) {}
