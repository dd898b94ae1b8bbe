package dev.uncork.boot.sample;

import org.jspecify.annotations.Nullable;

/** Both ends of a connection, from the native library, by {@code getsockname} and its sister. */
public final class SocketEnds {
  private SocketEnds() {}

  /** The port of this end of an internet socket; -1 where it isn't one. */
  public static native int localPort0(int descriptor);

  /**
   * Address and port of the other end: {@code 10.0.0.7:5432}, {@code [2001:db8::7]:5432}; null
   * where it isn't connected.
   */
  public static native @Nullable String peer0(int descriptor);
}
