/**
 * What keeps a file, or a part of it, from being read. Start at {@link
 * dev.uncork.recording.problem.ReadProblem}; its words are in module {@code report}.
 */
@NullMarked
package dev.uncork.recording.problem;

import org.jspecify.annotations.NullMarked;
