package dev.uncork.rewriting.stream;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.IntSupplier;

/** Classes that make buffered data streams for themselves, and let them escape or not. */
final class StreamSubjects {
  private StreamSubjects() {}

  /** What the tests declare to be used by one thread. */
  public static class OneThread {}

  /** Keeps its streams, for itself and for a class inside of it. */
  public static final class Keeping extends OneThread {
    private final DataOutputStream written;
    private final DataInputStream read;

    public Keeping(OutputStream out, InputStream in) {
      this.written = new DataOutputStream(new BufferedOutputStream(out));
      this.read = new DataInputStream(new BufferedInputStream(in));
    }

    public void write(int[] numbers) throws IOException {
      for (int number : numbers) {
        written.writeInt(number);
      }
      written.write(new byte[20_000]);
      written.writeUTF("end");
      written.close();
    }

    public int sum(int count) throws IOException {
      Inside inside = new Inside();
      int sum = 0;
      for (int i = 0; i < count; i++) {
        sum += inside.next();
      }
      read.readFully(new byte[20_000]);
      return read.readUTF().equals("end") && read.read() < 0 ? sum : -1;
    }

    public String kinds() {
      return written.getClass().getSimpleName();
    }

    private final class Inside {
      int next() throws IOException {
        return read.readInt();
      }
    }
  }

  /** Nothing says that it is used by one thread. */
  public static final class Shared {
    private final DataOutputStream written;

    public Shared(OutputStream out) {
      written = new DataOutputStream(new BufferedOutputStream(out));
    }

    public void write() throws IOException {
      written.writeInt(1);
    }
  }

  /** Gives its stream away. */
  public static final class Returning extends OneThread {
    private final DataOutputStream written;

    public Returning(OutputStream out) {
      written = new DataOutputStream(new BufferedOutputStream(out));
    }

    public OutputStream stream() {
      return written;
    }
  }

  /** Passes its stream to somebody who may keep it. */
  public static final class Passing extends OneThread {
    private final DataInputStream read;

    public Passing(InputStream in) {
      read = new DataInputStream(new BufferedInputStream(in));
    }

    public Thread start(Thread other) {
      return new Thread(new Reader(read), other.getName());
    }

    private record Reader(InputStream in) implements Runnable {
      @Override
      public void run() {
        try {
          in.close();
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  /** Passes its stream to a method of another class, as the test names that. */
  public static final class Filling extends OneThread {
    private final DataInputStream read;

    public Filling(InputStream in) {
      read = new DataInputStream(new BufferedInputStream(in));
    }

    public byte[] bytes() throws IOException {
      byte[] bytes = new byte[read.readInt()];
      Helper.readFully(read, bytes, 0, bytes.length);
      return bytes;
    }
  }

  /** Stands for others' methods. */
  static final class Helper {
    private Helper() {}

    static void readFully(InputStream in, byte[] bytes, int from, int count) throws IOException {
      if (in.readNBytes(bytes, from, count) < count) {
        throw new EOFException();
      }
    }
  }

  /** Lets a class inside of it give its stream away. */
  public static final class Leaking extends OneThread {
    private final DataInputStream read;

    public Leaking(InputStream in) {
      read = new DataInputStream(new BufferedInputStream(in));
    }

    /** Leaks. */
    public final class Inside {
      public InputStream stream() {
        return read;
      }
    }
  }

  /** Lets the class around it give its stream away. */
  public static final class Nest extends OneThread {
    private final DataInputStream read;

    public Nest(InputStream in) {
      read = new DataInputStream(new BufferedInputStream(in));
    }
  }

  static InputStream leak(Nest nest) {
    return nest.read;
  }

  /** Captures its stream. */
  public static final class Capturing extends OneThread {
    private final DataInputStream read;

    public Capturing(InputStream in) {
      read = new DataInputStream(new BufferedInputStream(in));
    }

    public IntSupplier hash() {
      return read::hashCode;
    }
  }

  /** Marks its stream, which streams without locks can't. */
  public static final class Marking extends OneThread {
    private final DataInputStream read;

    public Marking(InputStream in) {
      read = new DataInputStream(new BufferedInputStream(in));
    }

    public void mark() {
      read.mark(100);
    }
  }

  /** Takes another stream now and then. */
  public static final class Changing extends OneThread {
    private DataInputStream read;

    public Changing(InputStream in) {
      read = new DataInputStream(new BufferedInputStream(in));
    }

    public void change(DataInputStream other) throws IOException {
      read.close();
      read = other;
    }
  }
}
