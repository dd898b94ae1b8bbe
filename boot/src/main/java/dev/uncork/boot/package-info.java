/**
 * The few classes that live in the bootstrap class loader of an observed JVM: rewritten JDK code
 * calls them, and the native library belongs to them.
 *
 * <p>Start reading at {@link dev.uncork.boot.LockCollector}. Everything here is called from
 * arbitrary application threads, allocates nothing, takes no Java lock and never throws.
 */
@NullMarked
package dev.uncork.boot;

import org.jspecify.annotations.NullMarked;
