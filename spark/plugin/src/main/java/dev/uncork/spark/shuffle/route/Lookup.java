package dev.uncork.spark.shuffle.route;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.network.buffer.NioManagedBuffer;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.ShuffleBlockId;
import org.jspecify.annotations.Nullable;

/**
 * What executors ask each other in order to read by another route than Netty. The questions go as
 * names of blocks through Spark's own client, and with that through its authentication and
 * encryption: shuffles whose number is negative, which Spark never has.
 */
public final class Lookup {
  /** Outputs are told in groups of so many parts, so that one of 10,000 parts is told in pieces. */
  public static final int GROUP_PARTS = 256;

  /** The question how this executor can be read. */
  public static final String GREETING = "shuffle_-1_0_0";

  private static final int GREETING_SHUFFLE = -1;
  private static final int FIRST_SHUFFLE = -2;
  private static final byte NOTHING = 0;
  private static final byte FOUND = 1;

  private Lookup() {}

  /** The group that a part is in. */
  public static int group(int part) {
    return part / GROUP_PARTS;
  }

  /** The question where parts of an output are. */
  public static String ofGroup(int shuffle, long map, int group) {
    return ofShuffle(shuffle) + map + "_" + group;
  }

  private static String ofShuffle(int shuffle) {
    return "shuffle_" + (FIRST_SHUFFLE - shuffle) + "_";
  }

  /**
   * Forgets what answers to questions about a shuffle have told.
   *
   * @param told by questions
   * @param end for each that is forgotten
   */
  public static <T> void forget(Map<String, T> told, int shuffle, Consumer<T> end) {
    String start = ofShuffle(shuffle);
    EndedShuffles.remove(told, question -> question.startsWith(start), end);
  }

  /** Whether this is a question. */
  public static boolean is(BlockId id) {
    return id instanceof ShuffleBlockId one && one.shuffleId() < 0;
  }

  /** Answers a question. */
  static NioManagedBuffer answer(BlockId id, @Nullable RemoteOffers offers) {
    ShuffleBlockId question = (ShuffleBlockId) id;
    byte[] found = null;
    if (offers != null) {
      found =
          question.shuffleId() == GREETING_SHUFFLE
              ? offers.greeting()
              : offers.output(
                  FIRST_SHUFFLE - question.shuffleId(), question.mapId(), question.reduceId());
    }
    ByteBuffer answer = ByteBuffer.allocate(1 + (found == null ? 0 : found.length));
    answer.put(found == null ? NOTHING : FOUND);
    if (found != null) {
      answer.put(found);
    }
    return new NioManagedBuffer(answer.flip());
  }

  /** What an answer says; null if the other has no such thing. */
  static byte @Nullable [] read(ByteBuffer answer) {
    if (!answer.hasRemaining() || answer.get() != FOUND) {
      return null;
    }
    byte[] found = new byte[answer.remaining()];
    answer.get(found);
    return found;
  }
}
