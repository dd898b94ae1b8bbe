package dev.uncork.protocol.thread;

/** What samples of threads tell as the class of what is waited for, where it is no such object. */
public final class AwaitedClass {
  /** The next request on a connection that came in. */
  public static final String REQUEST = "java.net.ServerSocket";

  /**
   * The answer of a thread of the same process, on a connection that the program opened to itself.
   */
  public static final String OWN_ANSWER = "java.net.Socket";

  /**
   * What the program's own server may send on its own account: both ends of the connection wait,
   * and no answer is due.
   */
  public static final String UNASKED = "java.util.concurrent.Flow$Subscriber";

  /** The child process at the other end of a pipe. */
  public static final String PIPE = "java.lang.Process";

  /** A file that a call of the kernel reads, writes or syncs; its path is told, too. */
  public static final String FILE = "java.nio.file.Path";

  /** The end of a pause in native code, which may be one between two attempts. */
  public static final String PAUSE = "java.util.concurrent.TimeUnit";

  /** Input that has no name: a terminal, or a pipe, perhaps to a child process. */
  public static final String INPUT = "java.io.Console";

  /** A task that is still in the queue of the pool that the waiting thread belongs to. */
  public static final String OWN_QUEUE = "java.util.concurrent.ThreadPoolExecutor";

  private AwaitedClass() {}
}
