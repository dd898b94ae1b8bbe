package dev.uncork.rewriting.lock;

/**
 * A place outside of synchronized methods that uses the monitor of an object.
 *
 * @param className name of the class with dots
 * @param method name of the method
 * @param line line in the source, or 0
 * @param use what happens there
 * @param type internal name of the type that the object has at least
 * @param exact whether it has exactly that type
 */
record MonitorSite(
    String className, String method, int line, MonitorUse use, String type, boolean exact) {}
