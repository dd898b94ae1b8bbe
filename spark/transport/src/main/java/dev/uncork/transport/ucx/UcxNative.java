package dev.uncork.transport.ucx;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The native methods of {@code libuncork-ucx.so}. A port is this process's end of the network;
 * ports stay valid after they are closed, and ids of what was closed are answered with an error. A
 * status is UCX's: {@link #OK}, {@link #IN_PROGRESS}, or negative for an error; methods that give
 * an id give a negative status instead.
 */
final class UcxNative {
  static final int OK = 0;
  static final int IN_PROGRESS = 1;

  private UcxNative() {}

  /**
   * Loads our library; once per class loader.
   *
   * @throws UnsatisfiedLinkError when it is no library for this machine
   */
  static void loadFace(Path library) {
    System.load(library.toAbsolutePath().toString());
  }

  /** Loads UCX, once per process; null, or why not. */
  static native @Nullable String load(String file);

  /** UCX's version, such as {@code 1.18.1}; after {@link #load}. */
  static native String version();

  /** A status in UCX's words; after {@link #load}. */
  static native String describe(int status);

  /** Puts a new port into {@code port[0]}; null, or why there is none. After {@link #load}. */
  static native @Nullable String open(String transports, long[] port);

  /** Transport and device of each that can be used, with spaces between them. */
  static native String devices(long port);

  /** Empty when the port is closed. */
  static native byte[] address(long port);

  /** Where a direct buffer starts. */
  static native long memoryAddress(ByteBuffer direct);

  /** Lets others read memory; its id. Puts what they name it by into {@code key[0]}. */
  static native long addMemory(long port, long start, long length, byte[][] key);

  static native void removeMemory(long port, int id);

  /** The id of a peer. */
  static native long connect(long port, byte[] address);

  static native void disconnect(long port, int peer);

  /** {@link #OK}, or why nothing can be read from a peer any more. */
  static native int status(long port, int peer);

  /** The id of a peer's memory. */
  static native long openRemote(long port, int peer, byte[] key);

  static native void closeRemote(long port, int peer, int remote);

  /** Reads; {@link #IN_PROGRESS} when {@link #await} will tell of it by the token. */
  static native int get(
      long port, int peer, int remote, long from, long into, long length, long token);

  /**
   * Makes progress until gets have ended.
   *
   * @return how many have, their tokens and statuses being in the arrays; 0 after the timeout (-1:
   *     none) or {@link #stop}; a negative status when the port can't go on
   */
  static native int await(long port, long[] tokens, int[] statuses, int timeoutMillis);

  /** Makes {@link #await} return at once from now on. */
  static native void stop(long port);

  /** Ends everything; no thread is in {@link #await}. */
  static native void close(long port);
}
