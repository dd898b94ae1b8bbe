package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.recording.Frame;
import java.util.List;
import java.util.Optional;

/**
 * One thread of a deadlock.
 *
 * @param thread its name
 * @param lockClass class of the lock that it waits for; or {@link #CLASS} and the name of the class
 *     whose initialisation it waits for; or {@link #ROOM} or {@link #PERMIT} and the class of the
 *     queue or of what has the permits
 * @param owner name of the thread that holds that lock, or initialises that class
 * @param site code that waits; empty where unknown
 */
public record Stuck(String thread, String lockClass, String owner, Optional<Frame> site) {
  /** Before the name of a class that is being initialised. */
  public static final String CLASS = "class ";

  /** Before the class of a queue in which there is no room. */
  public static final String ROOM = "room in ";

  /** Before the class of what gives permits, and has none left. */
  public static final String PERMIT = "permit of ";

  /** Such a thread with the stack on which it waits, innermost frame first. */
  public static Stuck at(String thread, String lockClass, String owner, List<Frame> stack) {
    return new Stuck(thread, lockClass, owner, CodeOrigin.site(stack));
  }
}
