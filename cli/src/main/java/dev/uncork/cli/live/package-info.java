/**
 * What an agent records, while it records it. Start at {@link dev.uncork.cli.live.LiveFeed}.
 *
 * <p>Nothing here runs in the observed JVM: JFR writes through to its files about once a second,
 * and this process reads them. So a metrics port costs the program nothing, drags no server into
 * it, and closes with this command. The feed's thread adds; any thread asks.
 */
@NullMarked
package dev.uncork.cli.live;

import org.jspecify.annotations.NullMarked;
