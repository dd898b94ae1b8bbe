package dev.uncork.transport;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Parts of a remote output that were read, in chunks of this process's arena. Whoever has it holds
 * one use of it; when the last one is released the chunks are given back, and streams that are
 * still open fail. For all threads.
 */
public final class Received {
  private static final OutputKey KEY = new OutputKey(0, 0);

  private final Chunks chunks;
  private final OutputIndex index;
  private final long size;

  private Received(Chunks chunks, OutputIndex index, long size) {
    this.chunks = chunks;
    this.index = index;
    this.size = size;
  }

  /** Takes over chunks, which hold the bytes and whatever follows them. */
  static Received of(
      Arena arena, Checksums checksums, long[] lengths, long[] values, Extents chunks, long size) {
    Extents bytes = new Extents();
    long left = size;
    for (int i = 0; i < chunks.count && left > 0; i++) {
      long length = Math.min(left, chunks.length[i]);
      bytes.add(chunks.segment[i], chunks.offset[i], length);
      left -= length;
    }
    OutputIndex index = OutputIndex.of(0, 0, lengths, checksums, values, bytes, "");
    return new Received(new Chunks(arena, chunks), index, size);
  }

  /** In bytes. */
  public long size() {
    return size;
  }

  /** Looks at it; what it reads is verified. Ending the view releases nothing. */
  public View view() {
    return new View(KEY, index, chunks, 0, index.parts(), () -> {});
  }

  /** One more use. */
  public void retain() {
    chunks.uses.incrementAndGet();
  }

  /** One use less. */
  public void release() {
    chunks.release();
  }

  /** Their memory. */
  private static final class Chunks implements Memory {
    private final Arena arena;
    private final Extents extents;
    private final AtomicInteger uses = new AtomicInteger(1);

    Chunks(Arena arena, Extents extents) {
      this.arena = arena;
      this.extents = extents;
    }

    @Override
    public ByteBuffer segment(int number) {
      return arena.segment(number);
    }

    /** Called after bytes were copied; pairs with the fence in {@link #release}. */
    @Override
    public boolean isLive(OutputIndex output) {
      VarHandle.loadLoadFence();
      return uses.get() > 0;
    }

    void release() {
      if (uses.decrementAndGet() == 0) {
        VarHandle.fullFence();
        RemoteRead.giveBack(arena, extents);
      }
    }
  }
}
