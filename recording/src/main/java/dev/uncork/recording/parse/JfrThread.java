package dev.uncork.recording.parse;

/**
 * A thread as JFR tells it.
 *
 * @param osName the name that the system knows; empty if unknown
 * @param osThreadId its number in the system; 0 for a virtual thread
 * @param javaName the name that it has in Java; empty for a thread of the JVM itself
 * @param javaThreadId its number in Java; 0 for a thread of the JVM itself
 * @param virtual whether it is a virtual thread, which JDK 21 and newer tell
 */
public record JfrThread(
    String osName, long osThreadId, String javaName, long javaThreadId, boolean virtual) {}
