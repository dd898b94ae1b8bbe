/**
 * The agent's core: what observes a JVM from inside, in a class loader of its own.
 *
 * <p>Start reading at {@link dev.uncork.agent.AgentCore}, then {@link
 * dev.uncork.agent.session.Session}. Everything runs on the collector thread but for start, stop
 * and the last drain. Nothing here may throw into the application.
 */
@NullMarked
package dev.uncork.agent;

import org.jspecify.annotations.NullMarked;
