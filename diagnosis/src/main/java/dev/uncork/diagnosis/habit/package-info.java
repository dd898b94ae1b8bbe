/**
 * What threads do over a whole recording, which one look doesn't tell. Start at {@link
 * dev.uncork.diagnosis.habit.Habits}; the other classes each watch one thing for it. They are
 * filled once, look by look, and only asked afterwards.
 */
@NullMarked
package dev.uncork.diagnosis.habit;

import org.jspecify.annotations.NullMarked;
