package dev.uncork.diagnosis.stack;

/**
 * A wait inside a known library, and the setting that decides on it.
 *
 * @param library its name, such as {@code HikariCP}
 * @param activity what a thread does that waits there
 * @param object what is waited for, in a few words, such as {@code connection pool}
 * @param setting the setting that decides on it, by name; empty where there is none
 * @param defaultValue its value where nobody sets it; empty where unknown
 */
public record LibraryWait(
    String library, Activity activity, String object, String setting, String defaultValue) {}
