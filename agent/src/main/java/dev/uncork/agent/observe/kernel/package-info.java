/**
 * What the kernel says about CPUs, threads and the process, read from procfs and sysfs.
 *
 * <p>Start reading at {@link dev.uncork.agent.observe.kernel.KernelCollector}. Everything takes the
 * roots of the file systems as arguments, so that tests run on sample files. One thread.
 */
@NullMarked
package dev.uncork.agent.observe.kernel;

import org.jspecify.annotations.NullMarked;
