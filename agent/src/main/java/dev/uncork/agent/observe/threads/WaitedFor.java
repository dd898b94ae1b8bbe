package dev.uncork.agent.observe.threads;

import dev.uncork.recording.event.ThreadSampleEvent;

/**
 * The object that a thread is blocked at, waits on or is parked for; the object itself isn't kept.
 *
 * @param className empty where there is none, or it isn't known
 * @param instance identity hash code, or 0
 * @param owner id of the thread that owns it, or -1
 * @param peer host and port of the connection that it reads from, or path of a file; empty where
 *     there is none, or it isn't known
 */
record WaitedFor(String className, int instance, long owner, String peer) {
  static final long NO_OWNER = -1;

  /** None, or unknown. */
  static final WaitedFor NONE = new WaitedFor("", 0, NO_OWNER);

  /** An object. */
  WaitedFor(String className, int instance, long owner) {
    this(className, instance, owner, "");
  }

  /** The same object, told as another class. */
  WaitedFor as(String otherClass) {
    return new WaitedFor(otherClass, instance, owner, peer);
  }

  /** Fills in what a sample tells of it. */
  void tell(ThreadSampleEvent event) {
    event.blockerClass = className;
    event.instance = instance;
    event.owner = owner;
    event.peer = peer;
  }

  /** The other end of a connection, or a file. */
  static WaitedFor outside(String className, String peer) {
    return new WaitedFor(className, 0, NO_OWNER, peer);
  }
}
