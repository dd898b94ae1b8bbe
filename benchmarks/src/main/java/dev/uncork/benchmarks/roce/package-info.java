/**
 * Proof that blocks travel by RDMA: gets between two network namespaces that soft-RoCE joins, and a
 * job of Spark's whose executors are in these, in guests of the lab.
 *
 * <p>Start at {@link dev.uncork.benchmarks.roce.RoceBenchmark}; the package below and
 * lab/guest/spark-roce are what runs in the guest.
 */
@NullMarked
package dev.uncork.benchmarks.roce;

import org.jspecify.annotations.NullMarked;
