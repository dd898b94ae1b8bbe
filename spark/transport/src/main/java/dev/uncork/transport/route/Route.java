package dev.uncork.transport.route;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * A way to read memory of processes on other hosts, without their CPU. For all threads.
 *
 * <p>What it needs of the machine is probed by whoever makes one; a route that exists works. One
 * process registers its segments and tells their descriptors and its {@link #address} by any other
 * means; another process opens them and gets bytes.
 */
public interface Route extends AutoCloseable {
  /**
   * What it is, for logs and metrics: transport and device, such as {@code ucx rc_verbs mlx5_0}.
   */
  String name();

  /** Where other processes reach this one; opaque bytes. */
  byte[] address();

  /**
   * Lets other processes read this memory, until the registration is closed.
   *
   * @param memory a direct buffer from its position to its limit; it must stay alive and mapped
   * @throws IOException if the device refuses, with its reason and what limits it
   */
  Registration register(ByteBuffer memory) throws IOException;

  /**
   * Connects to a process. Costs of the connection may be paid by the first get.
   *
   * @param address the other's {@link #address}
   */
  Peer connect(byte[] address) throws IOException;

  /** Ends all; registrations and peers first. Gets on their way fail. */
  @Override
  void close();

  /** Memory that others may read. */
  interface Registration extends AutoCloseable {
    /** What another process opens it by; opaque bytes. */
    byte[] descriptor();

    /** Ends it; nobody can read that memory any more. */
    @Override
    void close();
  }

  /** Another process. For all threads. */
  interface Peer extends AutoCloseable {
    /**
     * Opens memory of that process.
     *
     * @param descriptor what the other's {@link Registration#descriptor} was
     */
    RemoteSegment open(byte[] descriptor) throws IOException;

    /** Whether gets can still succeed; false for good once the peer or the link failed. */
    boolean isAlive();

    /** Disconnects. Gets on their way fail. */
    @Override
    void close();
  }

  /** Memory of another process. For all threads. */
  interface RemoteSegment extends AutoCloseable {
    /**
     * Reads bytes into a buffer, from its position to its limit; position and limit stay as they
     * are. Returns at once.
     *
     * @param offset where to read, from the start of the registered memory
     * @param into a direct buffer; cheapest in memory that is registered with the same route. It
     *     must stay alive and untouched until the completion was called
     * @param completion called exactly once, maybe before this method returns, by any thread; it
     *     must be quick
     */
    void get(long offset, ByteBuffer into, Completion completion);

    /** Forgets it. */
    @Override
    void close();
  }

  /** How a get ended. */
  interface Completion {
    /** The bytes are there. */
    void done();

    /** They will not come: the peer died, the link failed, or the memory is registered no more. */
    void failed(IOException cause);

    /** One that ends a future. */
    static Completion of(CompletableFuture<Void> end) {
      return new Completion() {
        @Override
        public void done() {
          end.complete(null);
        }

        @Override
        public void failed(IOException cause) {
          end.completeExceptionally(cause);
        }
      };
    }
  }
}
