package dev.uncork.sparkledger.log;

import dev.uncork.sparkledger.model.Span;
import dev.uncork.sparkledger.model.Task;
import dev.uncork.sparkledger.model.Volumes;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;

/**
 * Ended tasks of one stage, in some forty bytes each, of which records are made when asked for.
 *
 * <p>A task is a row of numbers, each as a varint (seven bits a byte, the highest says that more
 * follow): most are zero or small. Rows lie in chunks of {@value #CHUNK}; a chunk's bytes are never
 * changed once written, so that lists that were handed out stay what they are while more is added.
 */
final class PackedTasks {
  private static final int CHUNK = 1024;
  private static final int FEWEST_BYTES = 128;
  private static final int LONGEST_ROW = 29 * 10;
  private static final Task.Outcome[] OUTCOMES = Task.Outcome.values();

  private final List<Chunk> full = new ArrayList<>();
  private byte[] bytes = new byte[0];
  private int[] starts = new int[0];
  private int rows;
  private int end;

  /** What rows hold numbers of. */
  record Names(List<String> executors, List<String> localities, List<Task.Failure> failures) {}

  /**
   * What isn't in a task itself.
   *
   * @param failure an index into {@link Names#failures}, or -1
   */
  record Indices(int executor, int locality, int failure) {}

  private record Chunk(byte[] bytes, int[] starts) {}

  void add(Task task, Indices indices) {
    makeRoom();
    starts[rows++] = end;
    Task.Key key = task.key();
    put(key.partition());
    put(key.attempt());
    put(indices.executor);
    put(task.outcome().ordinal() * 2L + (key.speculative() ? 1 : 0));
    put(indices.locality);
    put(indices.failure + 1L);
    put(task.span().startMillis());
    put(task.span().millis());
    Task.Times times = task.times();
    put(times.deserialize());
    put(times.deserializeCpu());
    put(times.run());
    put(times.cpu());
    put(times.gc());
    put(times.resultSerialization());
    put(times.gettingResult());
    put(times.fetchWait());
    put(times.shuffleWrite());
    Volumes volumes = task.volumes();
    put(volumes.input());
    put(volumes.shuffleRead());
    put(volumes.shuffleReadRemoteBytes());
    put(volumes.shuffleWrite());
    put(volumes.output());
    put(volumes.resultBytes());
    put(volumes.spill().memoryBytes());
    put(volumes.spill().diskBytes());
    put(volumes.peakExecutionBytes());
  }

  /** These tasks and then others, which have not ended. */
  List<Task> followedBy(List<Task> running, Names names) {
    List<Chunk> chunks = new ArrayList<>(full);
    chunks.add(new Chunk(bytes, starts));
    return new View(chunks, full.size() * CHUNK + rows, List.copyOf(running), names);
  }

  private void makeRoom() {
    if (rows == CHUNK) {
      full.add(new Chunk(Arrays.copyOf(bytes, end), starts));
      bytes = new byte[bytes.length];
      starts = new int[CHUNK];
      rows = 0;
      end = 0;
    }
    if (bytes.length - end < LONGEST_ROW) {
      bytes = Arrays.copyOf(bytes, end + end / 2 + LONGEST_ROW + FEWEST_BYTES);
    }
    if (rows == starts.length) {
      starts = Arrays.copyOf(starts, Math.min(CHUNK, 2 * rows + 4));
    }
  }

  private void put(Volumes.Amount amount) {
    put(amount.bytes());
    put(amount.records());
  }

  private void put(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[end++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[end++] = (byte) rest;
  }

  private static final class View extends AbstractList<Task> implements RandomAccess {
    private final List<Chunk> chunks;
    private final int ended;
    private final List<Task> running;
    private final Names names;

    View(List<Chunk> chunks, int ended, List<Task> running, Names names) {
      this.chunks = chunks;
      this.ended = ended;
      this.running = running;
      this.names = names;
    }

    @Override
    public int size() {
      return ended + running.size();
    }

    @Override
    public Task get(int index) {
      if (index >= ended) {
        return running.get(index - ended);
      }
      Chunk chunk = chunks.get(index / CHUNK);
      return new Row(chunk.bytes, chunk.starts[index % CHUNK]).task(names);
    }
  }

  private static final class Row {
    private final byte[] bytes;
    private int at;

    Row(byte[] bytes, int start) {
      this.bytes = bytes;
      this.at = start;
    }

    Task task(Names names) {
      int partition = (int) next();
      int attempt = (int) next();
      String executor = names.executors.get((int) next());
      int outcomeAndKind = (int) next();
      String locality = names.localities.get((int) next());
      int failure = (int) next() - 1;
      long start = next();
      long end = start + next();
      return new Task(
          new Task.Key(partition, attempt, executor, (outcomeAndKind & 1) == 1, locality),
          OUTCOMES[outcomeAndKind / 2],
          failure < 0 ? Optional.empty() : Optional.of(names.failures.get(failure)),
          new Span(start, end),
          new Task.Times(next(), next(), next(), next(), next(), next(), next(), next(), next()),
          new Volumes(
              amount(),
              amount(),
              next(),
              amount(),
              amount(),
              next(),
              new Volumes.Spill(next(), next()),
              next()));
    }

    private Volumes.Amount amount() {
      return new Volumes.Amount(next(), next());
    }

    private long next() {
      long value = 0;
      for (int shift = 0; ; shift += 7) {
        byte part = bytes[at++];
        value |= (part & 0x7FL) << shift;
        if (part >= 0) {
          return value;
        }
      }
    }
  }
}
