/**
 * Memory that processes hand data to each other in, without copying it: on one host by mapping the
 * same pages, between hosts by one-sided reads.
 *
 * <p>Start at {@link dev.uncork.transport.OutputStore}, the outputs of this process in its {@link
 * dev.uncork.transport.Arena}, and {@link dev.uncork.transport.PeerStore}, how other processes of
 * the host read them; {@link dev.uncork.transport.route.Route} is how memory of another host is
 * read. Knows no Spark. Classes are for one thread unless they say otherwise.
 */
@NullMarked
package dev.uncork.transport;

import org.jspecify.annotations.NullMarked;
