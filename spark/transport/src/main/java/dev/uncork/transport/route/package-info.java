/**
 * How memory of another host is read: {@link dev.uncork.transport.route.Route}, which package
 * {@code ucx} implements. For all threads.
 */
@NullMarked
package dev.uncork.transport.route;

import org.jspecify.annotations.NullMarked;
