/**
 * Reads of other hosts' memory by the system's UCX: one-sided gets over RDMA (InfiniBand, RoCE).
 *
 * <p>Start at {@link dev.uncork.transport.ucx.UcxRoute}. UCX is looked for at run time; where it is
 * missing, too old, or finds no RDMA device, {@code UcxRoute.open} says so in one line and nothing
 * else changes. UCX's TCP transport is never used. One daemon thread per route sleeps until a
 * device tells that gets have ended, and calls their completions.
 *
 * <p><b>Security.</b> Who has a process's address and the descriptor of its memory, and reaches its
 * RDMA network, can read that memory: nothing else protects it. Both must go over an authenticated
 * and, where others listen, encrypted channel; both must come from who they are said to come from,
 * since UCX trusts them. Registered memory can be read by peers and not written. Gets travel as
 * they are: what must not be seen on the network has to be encrypted before it is put into
 * registered memory.
 */
@NullMarked
package dev.uncork.transport.ucx;

import org.jspecify.annotations.NullMarked;
