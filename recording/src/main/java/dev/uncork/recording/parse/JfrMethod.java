package dev.uncork.recording.parse;

/**
 * A method as JFR tells it.
 *
 * @param className with dots
 * @param descriptor of parameters and result, as in a class file
 */
public record JfrMethod(String className, String name, String descriptor) {}
