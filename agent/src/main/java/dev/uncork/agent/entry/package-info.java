/**
 * The entry of the agent, alone on the application's class path; see {@link
 * dev.uncork.agent.entry.UncorkAgent}.
 *
 * <p>Java 8 bytecode without dependencies, hence without nullness annotations. Called by the JVM's
 * attach and start-up threads; guarded by the class.
 */
package dev.uncork.agent.entry;
