package dev.uncork.transport;

import dev.uncork.transport.route.Route;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A route inside of this process, whose device can be told to refuse, to wait and to fail. */
final class MemoryRoute implements Route {
  private final List<ByteBuffer> registered = new ArrayList<>();
  private final ExecutorService device = Executors.newSingleThreadExecutor();
  private int refusedFrom = Integer.MAX_VALUE;
  private volatile CountDownLatch hold = new CountDownLatch(0);
  private volatile boolean cut;

  /** From so many registrations on, memory is refused. */
  void refuseFrom(int registrations) {
    refusedFrom = registrations;
  }

  /** Gets wait until the latch is open. */
  void holdUntil(CountDownLatch latch) {
    hold = latch;
  }

  /** All gets fail from now on. */
  void cut() {
    cut = true;
  }

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public byte[] address() {
    return new byte[] {1};
  }

  @Override
  public synchronized Registration register(ByteBuffer memory) throws IOException {
    if (registered.size() >= refusedFrom) {
      throw new IOException("too much is registered");
    }
    byte number = (byte) registered.size();
    registered.add(memory.slice());
    return new Registration() {
      @Override
      public byte[] descriptor() {
        return new byte[] {number};
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public Peer connect(byte[] address) {
    return new Peer() {
      @Override
      public RemoteSegment open(byte[] descriptor) {
        return new Memory(registered.get(descriptor[0]));
      }

      @Override
      public boolean isAlive() {
        return !cut;
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void close() {
    device.shutdown();
  }

  private final class Memory implements RemoteSegment {
    private final ByteBuffer memory;

    Memory(ByteBuffer memory) {
      this.memory = memory;
    }

    @Override
    public void get(long offset, ByteBuffer into, Completion completion) {
      device.execute(
          () -> {
            try {
              hold.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            if (cut) {
              completion.failed(new IOException("the link is cut"));
            } else {
              into.duplicate().put(memory.slice((int) offset, into.remaining()));
              completion.done();
            }
          });
    }

    @Override
    public void close() {}
  }
}
