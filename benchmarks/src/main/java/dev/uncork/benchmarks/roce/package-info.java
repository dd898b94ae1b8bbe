/**
 * Proof that blocks travel by RDMA: gets between two network namespaces that soft-RoCE joins, in a
 * guest of the lab.
 *
 * <p>Start at {@link dev.uncork.benchmarks.roce.RoceBenchmark}; the package below is what runs in
 * the guest.
 */
@NullMarked
package dev.uncork.benchmarks.roce;

import org.jspecify.annotations.NullMarked;
