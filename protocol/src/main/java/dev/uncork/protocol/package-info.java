/**
 * The words that the agent and those who start it or read its recordings have in common: options,
 * files of a session, states, names. Each is declared here and nowhere else.
 *
 * <p>Start reading at {@link dev.uncork.protocol.AgentOption} and {@link
 * dev.uncork.protocol.SessionFiles}. No other module is needed here; everything but {@link
 * dev.uncork.protocol.AgentOptions} is immutable.
 */
@NullMarked
package dev.uncork.protocol;

import org.jspecify.annotations.NullMarked;
