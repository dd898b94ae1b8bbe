/**
 * The remedy {@code nopreempt}: holders of the locks that statistics name are kept on their
 * processors while they hold them, by asking the kernel around those critical sections only.
 *
 * <p>Start reading at {@link dev.uncork.agent.remedy.nopreempt.NoPreemptRemedy}. All of it runs on
 * the collector's thread; what rewritten code calls is {@code
 * dev.uncork.boot.nopreempt.NonPreemption}.
 */
@NullMarked
package dev.uncork.agent.remedy.nopreempt;

import org.jspecify.annotations.NullMarked;
