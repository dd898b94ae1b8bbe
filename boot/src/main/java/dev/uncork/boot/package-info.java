/**
 * The few classes that live in the bootstrap class loader of an observed JVM, a package for each
 * purpose: rewritten code calls them, and the native library belongs to them.
 *
 * <p>Start reading at {@code collect.LockCollector} for what is counted, at {@code reserve} and
 * {@code counter} for what replaces monitors. Everything here is called from arbitrary application
 * threads, allocates nothing where it is called often, and never throws. What is public is so for
 * rewritten code and for the agent, which both live in other class loaders, or for another of these
 * packages; nobody else may use it.
 */
@NullMarked
package dev.uncork.boot;

import org.jspecify.annotations.NullMarked;
