package dev.uncork.protocol.thread;

/** What samples of threads tell as the class of what is waited for, where it is no such object. */
public final class AwaitedClass {
  /** The next request on a connection that came in. */
  public static final String REQUEST = "java.net.ServerSocket";

  private AwaitedClass() {}
}
