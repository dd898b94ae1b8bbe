/**
 * Lock reservation: {@link dev.uncork.boot.reserve.ReserveHooks} is what rewritten classes call,
 * {@link dev.uncork.boot.reserve.MonitorReservation} the protocol, {@link
 * dev.uncork.boot.reserve.ReserveGroups} the switch. Application threads reserve and revoke, the
 * agent's thread switches.
 */
@NullMarked
package dev.uncork.boot.reserve;

import org.jspecify.annotations.NullMarked;
