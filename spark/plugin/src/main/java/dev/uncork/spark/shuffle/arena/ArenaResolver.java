package dev.uncork.spark.shuffle.arena;

import dev.uncork.spark.shuffle.route.AnsweringResolver;
import dev.uncork.spark.shuffle.route.Blocks;
import dev.uncork.spark.shuffle.route.Lookup;
import dev.uncork.spark.shuffle.route.RemoteOffers;
import dev.uncork.transport.OutputStore;
import dev.uncork.transport.View;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.SparkConf;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.buffer.NioManagedBuffer;
import org.apache.spark.shuffle.ShuffleBlockInfo;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.ShuffleDataBlockId;
import org.apache.spark.storage.ShuffleIndexBlockId;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Finds blocks of this executor: in the arena, or else in Spark's files, where they are if the
 * arena could not be made or the block has come from an executor that was decommissioned. This
 * executor's own tasks and plain Netty clients ask here. For all threads.
 */
public final class ArenaResolver extends AnsweringResolver {
  private static final int NO_REDUCE_ID = 0;

  private final Supplier<@Nullable OutputStore> store;

  /**
   * Makes one.
   *
   * @param store the arena if there is one so far
   * @param offers what executors of other hosts may ask for, if there is such a thing
   */
  public ArenaResolver(
      SparkConf conf,
      Supplier<@Nullable OutputStore> store,
      Supplier<@Nullable RemoteOffers> offers) {
    super(conf, offers);
    this.store = store;
  }

  @Override
  public ManagedBuffer getBlockData(BlockId id, Option<String[]> directories) {
    boolean ours = directories.isEmpty() && !Lookup.is(id);
    ManagedBuffer found = ours ? inArena(Blocks.of(id)) : null;
    return found == null ? super.getBlockData(id, directories) : found;
  }

  private @Nullable ManagedBuffer inArena(@Nullable Blocks blocks) {
    OutputStore outputs = store.get();
    if (outputs == null || blocks == null) {
      return null;
    }
    long size = outputs.size(blocks.shuffle(), blocks.map(), blocks.from(), blocks.to());
    return size < 0 ? null : new OutputBuffer(size, () -> open(outputs, blocks));
  }

  private static View open(OutputStore outputs, Blocks blocks) throws IOException {
    View view = outputs.view(blocks.shuffle(), blocks.map(), blocks.from(), blocks.to());
    if (view == null) {
      throw new FileNotFoundException(blocks + " was removed");
    }
    return view;
  }

  @Override
  public void removeDataByMap(int shuffle, long map) {
    OutputStore outputs = store.get();
    if (outputs == null || !outputs.remove(shuffle, map)) {
      super.removeDataByMap(shuffle, map);
    }
  }

  /** For Spark's diagnosis of a corrupt block: the file is made from what the arena knows. */
  @Override
  public File getChecksumFile(
      int shuffle, long map, String algorithm, Option<String[]> directories) {
    File file = super.getChecksumFile(shuffle, map, algorithm, directories);
    OutputStore outputs = store.get();
    long[] checksums = outputs == null ? null : outputs.checksums(shuffle, map);
    if (checksums != null && !file.exists()) {
      try (DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file.toPath())))) {
        for (long checksum : checksums) {
          out.writeLong(checksum);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return file;
  }

  /** All that there is to migrate when this executor is decommissioned. */
  @Override
  public Seq<ShuffleBlockInfo> getStoredShuffles() {
    List<ShuffleBlockInfo> all = new ArrayList<>();
    OutputStore outputs = store.get();
    if (outputs != null) {
      outputs.forEach((shuffle, map) -> all.add(new ShuffleBlockInfo(shuffle, map)));
    }
    all.addAll(CollectionConverters.asJava(super.getStoredShuffles()));
    return CollectionConverters.asScala(all).toSeq();
  }

  /** In the form of Spark's files, as which the other executor stores it. */
  @Override
  public scala.collection.immutable.List<Tuple2<BlockId, ManagedBuffer>> getMigrationBlocks(
      ShuffleBlockInfo info) {
    OutputStore outputs = store.get();
    int shuffle = info.shuffleId();
    long map = info.mapId();
    long[] lengths = outputs == null ? null : outputs.partLengths(shuffle, map);
    if (outputs == null || lengths == null) {
      return super.getMigrationBlocks(info);
    }
    ByteBuffer index = ByteBuffer.allocate((lengths.length + 1) * Long.BYTES);
    long start = 0;
    index.putLong(start);
    for (long length : lengths) {
      start += length;
      index.putLong(start);
    }
    Blocks all = new Blocks(shuffle, map, 0, lengths.length);
    List<Tuple2<BlockId, ManagedBuffer>> blocks = new ArrayList<>();
    blocks.add(
        new Tuple2<>(
            new ShuffleIndexBlockId(shuffle, map, NO_REDUCE_ID),
            new NioManagedBuffer(index.flip())));
    if (start > 0) {
      blocks.add(
          new Tuple2<>(
              new ShuffleDataBlockId(shuffle, map, NO_REDUCE_ID),
              new OutputBuffer(start, () -> open(outputs, all))));
    }
    return CollectionConverters.asScala(blocks).toList();
  }
}
