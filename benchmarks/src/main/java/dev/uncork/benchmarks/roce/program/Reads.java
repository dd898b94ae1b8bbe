package dev.uncork.benchmarks.roce.program;

import dev.uncork.transport.route.Route;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Gets from one peer, whose bytes are compared with what they should be. */
final class Reads {
  private static final int DEADLINE_SECONDS = 120;

  private final Route.RemoteSegment segment;
  private final ByteBuffer expected;
  private final ByteBuffer into;

  Reads(Route.RemoteSegment segment, ByteBuffer expected, ByteBuffer into) {
    this.segment = segment;
    this.expected = expected;
    this.into = into;
  }

  /**
   * Gets a block.
   *
   * @return why it failed; null when it came
   * @throws IOException if wrong bytes came, or nothing and no error either
   */
  @Nullable IOException get(int offset, int size) throws IOException, InterruptedException {
    CompletableFuture<Void> end = new CompletableFuture<>();
    into.clear().limit(size);
    segment.get(offset, into, Route.Completion.of(end));
    try {
      end.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      return (IOException) e.getCause();
    } catch (TimeoutException e) {
      throw new IOException("a get has not ended within " + DEADLINE_SECONDS + " s", e);
    }
    if (!expected.slice(offset, size).equals(into)) {
      throw new IOException("wrong bytes in the " + size + " B at " + offset);
    }
    return null;
  }

  /** Gets blocks until one fails; the reason. */
  IOException untilFailure(int size) throws IOException, InterruptedException {
    for (int i = 0; ; i++) {
      IOException failure = get(i * size % (expected.capacity() - size), size);
      if (failure != null) {
        return failure;
      }
    }
  }
}
