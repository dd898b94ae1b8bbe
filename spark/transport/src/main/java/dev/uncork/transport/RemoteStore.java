package dev.uncork.transport;

import dev.uncork.transport.route.Route;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The outputs of a process of another host, read by one-sided gets into chunks of this process's
 * arena, which are registered already. For all threads.
 *
 * <p>Bytes are gotten first and the output's generation afterwards: is it the one that its index
 * told, then the bytes were the output's (see {@link LiveTable}).
 */
public final class RemoteStore implements AutoCloseable {
  private static final int MAX_BYTES = 1 << 20;

  private final Route.Peer peer;
  private final Arena arena;
  private final Route.RemoteSegment live;
  private final List<Route.RemoteSegment> segments = new ArrayList<>();

  private RemoteStore(Route.Peer peer, Arena arena, Route.RemoteSegment live) {
    this.peer = peer;
    this.arena = arena;
    this.live = live;
  }

  /**
   * Connects to a process.
   *
   * @param greeting the other's {@link ExportedSegments#greeting}
   * @param arena where what is read goes
   */
  public static RemoteStore connect(Route route, byte[] greeting, Arena arena) throws IOException {
    Greeting read = Greeting.read(greeting);
    Route.Peer peer = route.connect(read.address());
    try {
      RemoteStore made = new RemoteStore(peer, arena, peer.open(read.live()));
      made.open(read);
      return made;
    } catch (IOException e) {
      peer.close();
      throw e;
    }
  }

  private record Greeting(byte[] address, byte[] live, List<byte[]> segments) {
    static Greeting read(byte[] bytes) throws IOException {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      int version = in.readInt();
      if (version != ExportedSegments.VERSION) {
        throw new IOException("the peer runs another version of Uncork: " + version);
      }
      byte[] address = take(in);
      byte[] live = take(in);
      List<byte[]> segments = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        segments.add(take(in));
      }
      return new Greeting(address, live, segments);
    }

    private static byte[] take(DataInputStream in) throws IOException {
      int length = in.readInt();
      if (length < 0 || length > MAX_BYTES) {
        throw new IOException("no greeting of a peer: a length of " + length);
      }
      byte[] bytes = new byte[length];
      in.readFully(bytes);
      return bytes;
    }
  }

  /** Takes a later greeting of the same process, which may tell of more segments. */
  public void learn(byte[] greeting) throws IOException {
    open(Greeting.read(greeting));
  }

  private void open(Greeting greeting) throws IOException {
    synchronized (segments) {
      while (segments.size() < greeting.segments().size()) {
        segments.add(peer.open(greeting.segments().get(segments.size())));
      }
    }
  }

  /** Whether gets can still succeed. */
  public boolean isAlive() {
    return peer.isAlive();
  }

  /** What can be said of reading some parts before it is tried. */
  public enum Reach {
    /** They can be read. */
    HERE,
    /** They are in a segment that this has not been told of. */
    UNKNOWN_SEGMENT,
    /** Some of them are in a file, or their owner could not announce them. */
    NOT_IN_MEMORY
  }

  /** Whether parts can be read. */
  public Reach reach(List<Piece> pieces) {
    int known;
    synchronized (segments) {
      known = segments.size();
    }
    for (Piece piece : pieces) {
      OutputIndex index = piece.slice.index;
      if (index.slot() < 0) {
        return Reach.NOT_IN_MEMORY;
      }
      Extents extents = index.extentsOf(piece.from, piece.to);
      for (int i = 0; i < extents.count; i++) {
        if (extents.segment[i] == Extents.SPILL_FILE) {
          return Reach.NOT_IN_MEMORY;
        }
        if (extents.segment[i] >= known) {
          return Reach.UNKNOWN_SEGMENT;
        }
      }
    }
    return Reach.HERE;
  }

  /**
   * Reads parts of one output, one after the other. May wait until the arena has grown.
   *
   * @param pieces in order, all of one output, and within {@link #reach}
   * @return ends with null if the output was removed, and with an {@link IOException} if the peer
   *     or the link failed or this process has no memory for it ({@link NoMemory})
   */
  public CompletableFuture<@Nullable Received> read(List<Piece> pieces) {
    RemoteRead read = new RemoteRead(arena, pieces);
    if (!read.takeMemory()) {
      return CompletableFuture.failedFuture(new NoMemory(read.size()));
    }
    read.start(this::segment, live);
    return read.end();
  }

  private Route.RemoteSegment segment(int number) {
    synchronized (segments) {
      return segments.get(number);
    }
  }

  @Override
  public void close() {
    peer.close();
  }

  /** What {@link OutputStore#slice} has told. */
  public static final class Slice {
    private final OutputIndex index;

    /** Reads one. */
    public Slice(byte[] bytes) throws IOException {
      index = new OutputIndex(ByteBuffer.wrap(bytes));
    }

    OutputIndex index() {
      return index;
    }

    /** How many parts it has. */
    public int parts() {
      return index.parts();
    }

    /** How much memory it takes. */
    public int sizeBytes() {
      return index.bytes().remaining();
    }
  }

  /**
   * Some parts of an output.
   *
   * @param slice where they are described
   * @param from the first, counted from the slice's first
   * @param to the one after the last
   */
  public record Piece(Slice slice, int from, int to) {}

  /** The arena has no room for what was to be read. */
  public static final class NoMemory extends IOException {
    private static final long serialVersionUID = 1L;

    NoMemory(long bytes) {
      super("no memory to read " + bytes + " bytes of another host into");
    }
  }
}
