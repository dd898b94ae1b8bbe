/**
 * A small web application on the JDK's own server, with its load generator on the loopback device.
 *
 * <p>Start at {@link dev.uncork.workloads.http.HttpCommand}. The server's threads share three
 * parts: the cache of sessions, the access log, and the rate counter; each exists behind a lock,
 * behind a fair one, and in a concurrent form. The load generator has one thread per connection,
 * which sends its next request when it has read the answer to the last.
 */
@NullMarked
package dev.uncork.workloads.http;

import org.jspecify.annotations.NullMarked;
