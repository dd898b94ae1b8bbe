package dev.uncork.transport;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Set;

/**
 * Which outputs are still there, told to readers in other processes: a table of generations in
 * shared memory. For all threads.
 *
 * <p>An output has a slot, and the generation that was in it when the output was made. Its owner
 * raises the generation before the output's memory is used for anything else. A reader copies bytes
 * first and looks at the generation then: is it the same, then the bytes were the output's (a
 * sequence lock, Lameter 2005, with the reader's fence between copy and look; the owner's store is
 * followed by a full fence before the memory is free). The table itself is never used for anything
 * else. A reader that dies leaves nothing behind.
 */
final class LiveTable {
  static final String FILE = "live";

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final int SLOTS = 1 << 20;
  private static final int STEP_SLOTS = 1 << 13;

  private final FileChannel channel;
  private final ByteBuffer table;
  private final ArrayDeque<Integer> free = new ArrayDeque<>();
  private int there;

  private LiveTable(FileChannel channel, ByteBuffer table) {
    this.channel = channel;
    this.table = table;
  }

  static LiveTable create(Path directory) throws IOException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve(FILE),
            Set.of(
                StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
            OwnerOnly.FILE);
    try {
      LiveTable made =
          new LiveTable(
              channel, channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) SLOTS * Long.BYTES));
      made.more();
      return made;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  static ByteBuffer open(Path directory) throws IOException {
    return Segment.open(directory.resolve(FILE));
  }

  /** Whether an output is still there; call it after its bytes were copied. */
  static boolean isLive(ByteBuffer table, int slot, long generation) {
    VarHandle.loadLoadFence();
    return (long) LONGS.getVolatile(table, slot * Long.BYTES) == generation;
  }

  /** This process's view. */
  ByteBuffer table() {
    return table;
  }

  /** A slot, or -1 if there is no room for more. */
  synchronized int take() {
    if (free.isEmpty() && !more()) {
      return -1;
    }
    return free.pop();
  }

  long generation(int slot) {
    return (long) LONGS.getVolatile(table, slot * Long.BYTES);
  }

  /** Ends a generation: when this returns, no reader takes what it copies later for good. */
  synchronized void end(int slot) {
    LONGS.setVolatile(table, slot * Long.BYTES, generation(slot) + 1);
    VarHandle.fullFence();
    free.push(slot);
  }

  /** Makes all of it ready, as who registers it needs it; false if there is no room. */
  synchronized boolean fill() {
    while (there < SLOTS) {
      if (!more()) {
        return false;
      }
    }
    return true;
  }

  /** Pages are written before they are touched, so that a full file system is no SIGBUS. */
  private boolean more() {
    if (there >= SLOTS) {
      return false;
    }
    try {
      Segment.fill(channel, (long) there * Long.BYTES, (long) STEP_SLOTS * Long.BYTES);
    } catch (IOException e) {
      return false;
    }
    for (int slot = there + STEP_SLOTS - 1; slot >= there; slot--) {
      free.push(slot);
    }
    there += STEP_SLOTS;
    return true;
  }

  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // Nothing is written any more.
    }
  }
}
