/**
 * What is observed, a package each: {@code locks} (who waits for which, and who holds it), {@code
 * waits} (hooks in {@code java.util.concurrent}), {@code demand} (how long hot locks are held),
 * {@code threads} (what each is doing, now and then), {@code code} (where it spends its CPU time,
 * and what that code does to shared memory), {@code kernel} (processors, threads, the process),
 * {@code progress} (what the program says that it gets done) and {@code work} (what counts that
 * finely enough for a tenth of a second).
 *
 * <p>None of them knows the session or a remedy. All of them run on the collector's thread.
 */
@NullMarked
package dev.uncork.agent.observe;

import org.jspecify.annotations.NullMarked;
