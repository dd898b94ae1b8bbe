/** Tests of reads by UCX, between JVMs on this machine; skipped where UCX is not installed. */
@NullMarked
package dev.uncork.transport.ucx;

import org.jspecify.annotations.NullMarked;
