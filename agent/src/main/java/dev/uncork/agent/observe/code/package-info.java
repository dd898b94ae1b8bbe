/**
 * The code that the program's threads spend their CPU time in, by the looks at their stacks, and
 * what its bytecode does to memory that threads may share.
 *
 * <p>Start reading at {@link dev.uncork.agent.observe.code.HotStacks}, then {@link
 * dev.uncork.agent.observe.code.HotCode}. All of it runs on the collector's thread; class files are
 * read without asking a class loader of the program.
 */
@NullMarked
package dev.uncork.agent.observe.code;

import org.jspecify.annotations.NullMarked;
