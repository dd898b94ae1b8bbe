package dev.uncork.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class SpillTest {
  private static final int KILLS = Integer.getInteger("uncork.soak.kills", 4);

  @TempDir private Path directory;

  private ChunkedWorklist.Builder<Long> options(long units) {
    return ChunkedWorklist.<Long>builder().spill(directory, UnitCodec.longs(), units);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void searchThatSpillsVisitsEachNodeOnce(boolean newestFirst) throws Exception {
    var options = options(500);
    AtomicIntegerArray visits = new AtomicIntegerArray(200_000);
    try (ChunkedWorklist<Long> list = (newestFirst ? options.newestFirst() : options).build()) {
      list.put(1L);
      for (long i = 100_000; i < 110_000; i++) {
        list.put(i);
      }
      assertThat(unitFiles()).isPositive();
      Race.of(
          4,
          thread -> {
            try (var worker = list.worker()) {
              for (Long node = worker.take(); node != null; node = worker.take()) {
                visits.incrementAndGet(node.intValue());
                for (long c = node * 2; c <= node * 2 + 1 && c < 100_000; c++) {
                  worker.put(c);
                }
              }
            }
          });
    }
    for (int i = 1; i < 110_000; i++) {
      assertThat(visits.get(i)).as("visits of %d", i).isEqualTo(1);
    }
    assertThat(unitFiles()).isZero();
  }

  @Test
  void orderOfOneThreadSurvivesTheDisk() throws Exception {
    try (ChunkedWorklist<Long> list = options(100).build();
        var worker = list.worker()) {
      List<Long> put = new ArrayList<>();
      for (long i = 0; i < 3_000; i++) {
        put.add(i);
      }
      list.putAll(put);
      assertThat(list.size()).isEqualTo(3_000);
      List<Long> taken = new ArrayList<>();
      for (Long unit = worker.take(); unit != null; unit = worker.take()) {
        taken.add(unit);
      }
      assertThat(taken).isEqualTo(put);
    }
  }

  @Test
  void recoveryContinuesFromTheLastCheckpoint() throws Exception {
    try (ChunkedWorklist<Long> list = options(100).build()) {
      for (long i = 0; i < 1_000; i++) {
        list.put(i);
      }
      list.checkpoint(out -> out.write(42));
      try (var worker = list.worker()) {
        for (int i = 0; i < 700; i++) {
          assertThat(worker.take()).isNotNull();
        }
        worker.put(5_000L);
      }
    }
    assertThatThrownBy(() -> options(100).build()).hasMessageContaining("holds a checkpoint");
    try (ChunkedWorklist<Long> list = options(100).recover().build();
        var worker = list.worker()) {
      assertThat(list.size()).isEqualTo(1_000);
      assertThat(list.recoveredAttachment()).hasBinaryContent(new byte[] {42});
      for (long i = 0; i < 1_000; i++) {
        assertThat(worker.take()).isEqualTo(i);
      }
      assertThat(worker.take()).isNull();
    }
  }

  @Test
  void checkpointFromAWorkersThreadIsRefused() throws Exception {
    try (ChunkedWorklist<Long> list = options(100).build();
        var worker = list.worker()) {
      worker.put(1L);
      assertThatThrownBy(() -> list.checkpoint(out -> {})).hasMessageContaining("open worker");
    }
    ChunkedWorklist<Long> memory = ChunkedWorklist.<Long>builder().build();
    assertThatThrownBy(() -> memory.checkpoint(out -> {})).hasMessageContaining("no spill");
  }

  @Test
  void directoryServesOneWorklist() throws Exception {
    try (ChunkedWorklist<Long> first = options(100).build()) {
      assertThat(first.size()).isZero();
      assertThatThrownBy(() -> options(100).build())
          .isInstanceOf(UncheckedIOException.class)
          .hasStackTraceContaining("in use by another worklist");
    }
  }

  @Test
  void damagedFileIsReportedAndNothingIsLost() throws Exception {
    try (ChunkedWorklist<Long> list = options(100).build()) {
      for (long i = 0; i < 1_000; i++) {
        list.put(i);
      }
      list.checkpoint(out -> {});
    }
    Path damaged;
    try (Stream<Path> files = Files.list(directory)) {
      damaged =
          files.filter(f -> f.toString().endsWith(".units")).sorted().findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(damaged);
    bytes[20] ^= 1;
    Files.write(damaged, bytes);
    try (ChunkedWorklist<Long> list = options(100).recover().build();
        var worker = list.worker()) {
      assertThatThrownBy(worker::take).hasStackTraceContaining("wrong checksum");
      assertThat(list.size()).isEqualTo(1_000);
    }
  }

  @Test
  void checkpointThatFailsAfterItsReplacementKeepsEveryFileItNames(@TempDir Path copy)
      throws Exception {
    try (ChunkedWorklist<Long> list = options(100).build()) {
      list.putAll(longs(0, 1_000));
      Path undeletable = directory.resolve("x.units");
      Files.createDirectories(undeletable.resolve("child"));
      assertThatThrownBy(() -> list.checkpoint(out -> {})).isInstanceOf(IOException.class);
      Files.delete(undeletable.resolve("child"));
      Files.delete(undeletable);
      try (var worker = list.worker()) {
        for (int i = 0; i < 1_000; i++) {
          assertThat(worker.take()).isNotNull();
        }
      }
      try (Stream<Path> files = Files.list(directory)) { // as a crash would leave them
        for (Path file : files.toList()) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
      }
    }
    try (ChunkedWorklist<Long> list =
            ChunkedWorklist.<Long>builder().spill(copy, UnitCodec.longs(), 100).recover().build();
        var worker = list.worker()) {
      for (long i = 0; i < 1_000; i++) {
        assertThat(worker.take()).isEqualTo(i);
      }
      assertThat(worker.take()).isNull();
    }
  }

  @Test
  void failedCheckpointLeavesNoFiles() throws Exception {
    try (ChunkedWorklist<Long> list = options(100).build()) {
      list.putAll(longs(0, 1_000));
      list.checkpoint(out -> {});
      List<Path> before = allFiles();
      assertThatThrownBy(
              () ->
                  list.checkpoint(
                      out -> {
                        throw new IOException("No space left on device");
                      }))
          .hasMessageContaining("No space left");
      assertThat(allFiles()).isEqualTo(before);
      list.checkpoint(out -> {}); // and the next one works
    }
  }

  @Test
  void unitInHandIsNotLostWhenReadingAheadFails() throws Exception {
    AtomicBoolean broken = new AtomicBoolean(true);
    UnitCodec<Long> codec =
        new UnitCodec<>() {
          @Override
          public void write(Long unit, DataOutput out) throws IOException {
            out.writeLong(unit);
          }

          @Override
          public Long read(DataInput in) throws IOException {
            if (broken.get()) {
              throw new IllegalStateException("codec is broken");
            }
            return in.readLong();
          }
        };
    try (ChunkedWorklist<Long> list =
            ChunkedWorklist.<Long>builder().spill(directory, codec, 100).build();
        var worker = list.worker()) {
      list.putAll(longs(0, 1_000));
      for (long i = -50; i < 0; i++) {
        list.putFirst(i);
      }
      Set<Long> taken = new HashSet<>();
      for (int i = 0; i < 50; i++) {
        taken.add(worker.take());
      }
      assertThatThrownBy(worker::take).hasMessageContaining("codec is broken");
      broken.set(false);
      for (Long unit = worker.take(); unit != null; unit = worker.take()) {
        taken.add(unit);
      }
      assertThat(taken).hasSize(1_050);
    }
  }

  @Test
  void closingTwiceLeavesTheDirectoryToItsNextUser() throws Exception {
    ChunkedWorklist<Long> first = options(100).build();
    first.close();
    try (ChunkedWorklist<Long> second = options(100).build()) {
      second.putAll(longs(0, 1_000));
      long files = unitFiles();
      assertThat(files).isPositive();
      first.close();
      assertThat(unitFiles()).isEqualTo(files);
    }
  }

  @Test
  void closingWaitsForAFileBeingWritten() throws Exception {
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    UnitCodec<Long> codec =
        new UnitCodec<>() {
          @Override
          public void write(Long unit, DataOutput out) throws IOException {
            writing.countDown();
            awaitUninterruptibly(mayGoOn);
            out.writeLong(unit);
          }

          @Override
          public Long read(DataInput in) throws IOException {
            return in.readLong();
          }
        };
    ChunkedWorklist<Long> list =
        ChunkedWorklist.<Long>builder().spill(directory, codec, 10).build();
    Thread writer = new Thread(() -> assertThatThrownBy(() -> list.putAll(longs(0, 1_000))));
    writer.start();
    writing.await();
    Thread closer = new Thread(list::close);
    closer.start();
    while (closer.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    mayGoOn.countDown();
    closer.join();
    writer.join();
    assertThat(unitFiles()).isZero();
  }

  @Test
  void unreadableCheckpointIsOneClearErrorAndReleasesTheDirectory() throws Exception {
    Path checkpoint = directory.resolve("checkpoint");
    Files.writeString(checkpoint, "uncork-worklist 1\nunits ../etc 7\nend\n");
    assertThatThrownBy(() -> options(100).recover().build())
        .hasStackTraceContaining("has the line 'units ../etc 7'");
    Files.delete(checkpoint);
    options(100).build().close();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static List<Long> longs(long first, long end) {
    List<Long> all = new ArrayList<>();
    for (long i = first; i < end; i++) {
      all.add(i);
    }
    return all;
  }

  private List<Path> allFiles() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  @Test
  void failedSpillKeepsUnitsInMemory() throws Exception {
    AtomicBoolean full = new AtomicBoolean(true);
    UnitCodec<Long> codec =
        new UnitCodec<>() {
          @Override
          public void write(Long unit, DataOutput out) throws IOException {
            if (full.get()) {
              throw new IOException("No space left on device");
            }
            out.writeLong(unit);
          }

          @Override
          public Long read(DataInput in) throws IOException {
            return in.readLong();
          }
        };
    try (ChunkedWorklist<Long> list =
            ChunkedWorklist.<Long>builder().spill(directory, codec, 10).build();
        var worker = list.worker()) {
      int failures = 0;
      for (long i = 0; i < 200; i++) {
        try {
          worker.put(i);
        } catch (UncheckedIOException e) {
          assertThat(e).hasStackTraceContaining("No space left");
          failures++;
        }
      }
      assertThat(failures).isPositive();
      assertThat(list.size()).isEqualTo(200);
      full.set(false);
      boolean[] seen = new boolean[200];
      for (Long unit = worker.take(); unit != null; unit = worker.take()) {
        assertThat(seen[unit.intValue()]).isFalse();
        seen[unit.intValue()] = true;
      }
      assertThat(seen).doesNotContain(false);
    }
  }

  @Test
  void takeThatMeetsACheckpointTakesItsOwnUnitsFirst() throws Exception {
    try (ChunkedWorklist<Long> list = options(100_000).build();
        var worker = list.worker()) {
      for (long i = 0; i < 1_000; i++) {
        list.put(i);
      }
      int own = 60; // nearly a full ring
      for (long i = 1_000; i < 1_000 + own; i++) {
        worker.put(i);
      }
      Thread checkpoint = new Thread(() -> checkpointOf(list));
      checkpoint.start();
      long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (checkpoint.getState() != Thread.State.TIMED_WAITING) { // for this busy worker
        assertThat(System.nanoTime()).isLessThan(deadlineNanos);
        Thread.onSpinWait();
      }
      Set<Long> taken = new HashSet<>();
      for (int i = 0; i < 1_000 + own; i++) {
        taken.add(worker.take());
      }
      assertThat(taken).hasSize(1_000 + own).doesNotContainNull();
      checkpoint.join();
    }
  }

  private static void checkpointOf(ChunkedWorklist<Long> list) {
    try {
      list.checkpoint(out -> {});
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void checkpointsWithoutAnyPauseLetTheSearchGoOn() throws Exception {
    try (ChunkedWorklist<Long> list = options(100).build()) {
      list.putAll(longs(0, 500));
      AtomicInteger taken = new AtomicInteger();
      Thread searcher =
          new Thread(
              () -> {
                try (var worker = list.worker()) {
                  while (worker.take() != null) {
                    taken.incrementAndGet();
                  }
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
              });
      searcher.start();
      while (searcher.isAlive()) {
        list.checkpoint(out -> {});
      }
      assertThat(taken).hasValue(500);
    }
  }

  @Test
  void killedInTheMiddleOfAWriteNothingIsLostOrDoubled() throws Exception {
    SplittableRandom random = new SplittableRandom(Long.getLong("uncork.soak.seed", 7));
    int resumed = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      List<String> lines = child(random.nextInt(1_000, 30_000));
      resumed += lines.get(0).equals("RECOVERED 0") ? 0 : 1;
      if (!lines.contains(SpillingChild.HANGS)) {
        assertThat(lines).contains("DONE lost 0 doubled 0"); // it finished before the kill
        deleteAll();
      }
    }
    assertThat(resumed).as("runs that continued from a checkpoint").isPositive();
    assertThat(child(Integer.MAX_VALUE)).contains("DONE lost 0 doubled 0");
  }

  /** Runs a child until it ends or hangs, which brings it SIGKILL; returns its output. */
  private List<String> child(int hangAtWrite) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                SpillingChild.class.getName(),
                directory.toString(),
                Integer.toString(hangAtWrite))
            .redirectErrorStream(true)
            .start();
    List<String> lines = new ArrayList<>();
    try (BufferedReader reader = process.inputReader()) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
        if (line.equals(SpillingChild.HANGS)) {
          process.destroyForcibly(); // which also closes the reader
          break;
        }
      }
    }
    process.waitFor();
    return lines;
  }

  private void deleteAll() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  private long unitFiles() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(f -> f.toString().endsWith(".units")).count();
    }
  }
}
