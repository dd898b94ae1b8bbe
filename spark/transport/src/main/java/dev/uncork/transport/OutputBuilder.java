package dev.uncork.transport;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;

/**
 * An output that is being written: all parts at the same time ({@link #part}), or one after the
 * other without a gap ({@link #nextPart}), maybe in several runs ({@link #nextRun}) each of which
 * adds to all parts. For one thread.
 */
public final class OutputBuilder {
  private static final int FIRST_OF_MANY_BYTES = 4 << 10;
  private static final int FIRST_OF_ONE_BYTES = 64 << 10;

  private final OutputStore store;
  private final OutputKey key;
  private final SpillFile spill;
  private final @Nullable ExtentStream[] streams;
  private final @Nullable Checksum[] sums;
  private final List<Run> runs = new ArrayList<>();
  private boolean ended;

  OutputBuilder(OutputStore store, OutputKey key, int parts, SpillFile spill) {
    this.store = store;
    this.key = key;
    this.spill = spill;
    streams = new ExtentStream[parts];
    sums = new Checksum[parts];
  }

  /** Opens a part, for once. Its stream need not be closed. */
  public OutputStream part(int part, Checksums checksums) {
    Checksum sum = checksums.start();
    ExtentStream stream = new ExtentStream(store.arena(), spill, FIRST_OF_MANY_BYTES, sum);
    streams[part] = stream;
    sums[part] = sum;
    return stream;
  }

  /** Starts anew with the first part; what follows is added to what the parts have. */
  public void nextRun() {
    if (!runs.isEmpty()) {
      runs.get(runs.size() - 1).endPart();
    }
    runs.add(new Run());
  }

  /**
   * Opens a part that follows those opened before in this run; parts that are left out are empty.
   * What is written to the stream of an earlier part afterwards is an error.
   */
  public OutputStream nextPart(int part, Checksums checksums) {
    if (runs.isEmpty()) {
      nextRun();
    }
    if (sums[part] == null) {
      sums[part] = checksums.start();
    }
    return runs.get(runs.size() - 1).open(part, sums[part]);
  }

  /** How much of it went to the spill file so far, in bytes. */
  public long spilledBytes() {
    return spill.size();
  }

  /** Stores it, with the checksums computed on the way. Returns the sizes of its parts. */
  public long[] commit(Checksums checksums) throws IOException {
    for (ExtentStream stream : streams) {
      if (stream != null) {
        stream.finish();
      }
    }
    long[] values = new long[sums.length];
    for (int i = 0; i < values.length; i++) {
      Checksum sum = sums[i];
      values[i] = sum == null ? 0 : sum.getValue();
    }
    return commit(checksums, values);
  }

  /**
   * Stores it.
   *
   * @param values the checksum of each part; those of empty parts don't matter
   * @return the sizes of its parts; where an output of this name is stored already, that one's
   */
  public long[] commit(Checksums checksums, long[] values) throws IOException {
    long[] lengths = new long[streams.length];
    Extents all = gather(lengths);
    spill.finish();
    ended = true;
    LiveTable live = store.arena().live();
    int slot = live.take();
    long generation = slot < 0 ? 0 : live.generation(slot);
    OutputIndex index =
        OutputIndex.of(slot, generation, lengths, checksums, values, all, spill.path());
    return store.add(new StoredOutput(store.arena(), key, index)).partLengths();
  }

  private Extents gather(long[] lengths) throws IOException {
    List<Extents.Cursor> cursors = new ArrayList<>();
    for (Run run : runs) {
      run.endPart();
      cursors.add(run.to.finish().new Cursor());
    }
    Extents all = new Extents();
    for (int part = 0; part < streams.length; part++) {
      ExtentStream stream = streams[part];
      if (stream != null) {
        all.addAll(stream.finish());
        lengths[part] = stream.written();
      }
      for (int run = 0; run < cursors.size(); run++) {
        long length = runs.get(run).lengths[part];
        cursors.get(run).copy(length, all);
        lengths[part] += length;
      }
    }
    return all;
  }

  /** Gives all memory back, unless it was stored. */
  public void abort() {
    if (!ended) {
      ended = true;
      for (ExtentStream stream : streams) {
        if (stream != null) {
          stream.abort();
        }
      }
      runs.forEach(run -> run.to.abort());
      spill.abort();
    }
  }

  /** Parts one after the other. */
  private final class Run {
    private final ExtentStream to =
        new ExtentStream(store.arena(), spill, FIRST_OF_ONE_BYTES, null);
    private final long[] lengths = new long[streams.length];
    private int current = -1;
    private long currentStart;

    OutputStream open(int part, @Nullable Checksum sum) {
      if (part <= current) {
        throw new IllegalStateException("part " + part + " after part " + current);
      }
      endPart();
      current = part;
      currentStart = to.written();
      return new PartStream(this, part, sum);
    }

    void endPart() {
      if (current >= 0) {
        lengths[current] = to.written() - currentStart;
      }
    }
  }

  /** One part of a run. */
  private static final class PartStream extends OutputStream {
    private final Run run;
    private final int part;
    private final @Nullable Checksum sum;

    PartStream(Run run, int part, @Nullable Checksum sum) {
      this.run = run;
      this.part = part;
      this.sum = sum;
    }

    @Override
    public void write(int b) throws IOException {
      requireCurrent();
      run.to.write(b);
      if (sum != null) {
        sum.update(b);
      }
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      requireCurrent();
      run.to.write(from, offset, length);
      if (sum != null) {
        sum.update(from, offset, length);
      }
    }

    private void requireCurrent() throws IOException {
      if (part != run.current) {
        throw new IOException("part " + part + " was written after part " + run.current);
      }
    }
  }
}
