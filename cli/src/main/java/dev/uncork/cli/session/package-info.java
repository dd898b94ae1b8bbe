/**
 * The protocol between the command line and the agents of one session, and the recordings that come
 * out of it. Start at {@link dev.uncork.cli.session.SessionDirectory}. The protocol is described in
 * docs/design.md, "How it is put together".
 *
 * <p>Everything here is used by the main thread, except {@link dev.uncork.cli.attach.Lease} and
 * {@link dev.uncork.cli.session.ProgressFile}, which are safe for any thread.
 */
@NullMarked
package dev.uncork.cli.session;

import org.jspecify.annotations.NullMarked;
