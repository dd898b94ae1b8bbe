package dev.uncork.boot.nopreempt;

import jdk.internal.misc.Unsafe;

/**
 * The two bytes that a thread shares with the kernel, by their address: whether it asks for more
 * time, and whether it was granted some.
 *
 * <p>The kernel reads and writes them in an interrupt of this very thread, so program order is all
 * that is needed between the accesses; the fences stop the compiler alone. Nothing checks the
 * address: that is what makes it two instructions a section rather than twenty through a buffer.
 *
 * <p>To be loaded only after the agent has let these classes see {@code jdk.internal.misc}: the
 * supported {@code sun.misc.Unsafe} prints a warning from JDK 24 on, and {@code MemorySegment} came
 * with JDK 22.
 */
final class SliceBytes {
  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final int GRANTED = 1;
  private static final long THREAD_ID = UNSAFE.objectFieldOffset(Thread.class, "tid");

  /** Bytes that look as if time had been asked for already, so that nobody asks there. */
  static final long BUSY = busy();

  private SliceBytes() {}

  private static long busy() {
    long address = allocate();
    set(address, true, false);
    return address;
  }

  /** Two bytes that no kernel knows of. */
  static long allocate() {
    long address = UNSAFE.allocateMemory(2);
    set(address, false, false);
    return address;
  }

  /** What the kernel does; never to its own bytes. */
  static void set(long control, boolean request, boolean granted) {
    UNSAFE.putByte(control, (byte) (request ? 1 : 0));
    UNSAFE.putByte(control + GRANTED, (byte) (granted ? 1 : 0));
  }

  /** The calling thread's id; not by {@code getId}, which the application may override. */
  static long threadId() {
    return UNSAFE.getLong(Thread.currentThread(), THREAD_ID);
  }

  /** Whether the thread asks already, or has been granted time. */
  static boolean areBusy(long control) {
    return UNSAFE.getShort(control) != 0;
  }

  static boolean request(long control) {
    return UNSAFE.getByte(control) != 0;
  }

  static boolean granted(long control) {
    return UNSAFE.getByte(control + GRANTED) != 0;
  }

  static void ask(long control) {
    UNSAFE.putByte(control, (byte) 1);
    UNSAFE.storeFence(); // what the section does stays behind the request
  }

  /** Asks no more; true when the kernel has done nothing about the request. */
  static boolean withdraw(long control) {
    UNSAFE.storeFence(); // what the section did stays before the withdrawal
    boolean unused = request(control);
    UNSAFE.putByte(control, (byte) 0);
    UNSAFE.loadFence(); // granted is read after the withdrawal: no grant comes later
    return unused && !granted(control);
  }
}
