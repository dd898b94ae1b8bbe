/**
 * Structures that crack hot locks: each replaces one kind of contended lock and is useful alone.
 *
 * <p>Which one to take:
 *
 * <table border="1">
 *   <caption>Hot lock and remedy</caption>
 *   <tr><td>synchronized counter, written often, read seldom</td><td>{@link StripedCounter}</td></tr>
 *   <tr><td>synchronized counter field that others read</td><td>{@link InPlaceCounter}</td></tr>
 *   <tr><td>table of 64-bit fingerprints that only grows</td><td>{@link LongFingerprintSet}</td></tr>
 *   <tr><td>table of longs or objects with removal</td><td>{@link StripedLongSet},
 *       {@link StripedSet}</td></tr>
 *   <tr><td>shared work queue</td><td>{@link ChunkedWorklist}</td></tr>
 *   <tr><td>no contention, but one thread that takes a lock very often</td>
 *       <td>{@link ReservableLock}</td></tr>
 *   <tr><td>short sections, more threads than processors, waits of milliseconds</td>
 *       <td>{@link TickLock}</td></tr>
 *   <tr><td>a loop that one thread runs at the end</td><td>{@link Parallel}</td></tr>
 * </table>
 *
 * <p>Start reading at {@link StripedCounter}, the smallest; {@link ChunkedWorklist} is the largest.
 *
 * <p>Threading: every public class may be used by any thread unless its documentation binds an
 * object (a {@link ChunkedWorklist.Worker}) to one. No accessor is weaker than its documentation
 * says; where an access is weaker than volatile, a comment names the access that it pairs with.
 *
 * <p>Nothing here depends on anything but the JDK; {@link ReservableLock} brings a small native
 * library along for JDK 17 to 21, and is a plain lock where it can't be loaded.
 */
@NullMarked
package dev.uncork.concurrent;

import org.jspecify.annotations.NullMarked;
