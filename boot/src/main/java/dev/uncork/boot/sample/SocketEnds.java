package dev.uncork.boot.sample;

import org.jspecify.annotations.Nullable;

/**
 * Connections, pipes and files of this process and who waits for them, as the native library asks
 * the kernel.
 */
public final class SocketEnds {
  /** What {@link #awaitedFile0} gives for a thread that has the kernel wake it after some time. */
  public static final int PAUSE = -2;

  private SocketEnds() {}

  /** The port of this end of an internet socket; -1 where it isn't one. */
  public static native int localPort0(int descriptor);

  /** The port of the other end; -1 where it isn't connected. */
  public static native int peerPort0(int descriptor);

  /**
   * Address and port of the other end: {@code 10.0.0.7:5432}, {@code [2001:db8::7]:5432}; null
   * where it isn't connected.
   */
  public static native @Nullable String peer0(int descriptor);

  /**
   * Whether on this connection something was received after all that was sent, which has arrived:
   * no answer needs to be on its way. False where the kernel can't tell the times apart.
   */
  public static native boolean isAnswered0(int descriptor);

  /**
   * The file descriptor from which a thread waits to read, which may be a selector's, or the pipe
   * that it waits to write to; -1 where it doesn't.
   *
   * @param thread the kernel's number of a thread of this process
   */
  public static native int awaited0(int thread);

  /**
   * The file descriptor of the read, write or sync that keeps a thread waiting, which needn't be a
   * file's; {@link #PAUSE} where it sleeps, -1 where it waits in no such call.
   *
   * @param thread the kernel's number of a thread of this process
   */
  public static native int awaitedFile0(int thread);

  /** CPU time that a thread has used, by the kernel's number; -1 when there is none. */
  public static native long cpuNanos0(int thread);
}
