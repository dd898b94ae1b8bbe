/**
 * What the JVM keeps to itself, and how observers and remedies get at it: internals of the JDK, the
 * boot classes that rewritten code calls, class files without asking a class loader, and the code
 * that a class had before.
 *
 * <p>Start reading at {@link dev.uncork.agent.jvm.BootClasses}. Called while classes are loaded, by
 * the threads that load them, and at the start and the end of a session.
 */
@NullMarked
package dev.uncork.agent.jvm;

import org.jspecify.annotations.NullMarked;
