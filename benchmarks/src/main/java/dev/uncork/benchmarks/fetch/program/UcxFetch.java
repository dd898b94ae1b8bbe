package dev.uncork.benchmarks.fetch.program;

import dev.uncork.transport.route.Route;
import dev.uncork.transport.ucx.UcxRoute;
import dev.uncork.transport.ucx.UcxSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;

/** Gets blocks by UCX over shared memory, into memory of its own that is used again. */
final class UcxFetch implements Fetch {
  private final Route route;
  private final Route.RemoteSegment memory;
  private final ByteBuffer into;

  UcxFetch(Path face, String address, String descriptor, int size) throws IOException {
    route = UcxRoute.open(face, UcxSettings.defaults().withTransports(FetchOwner.transports()));
    Base64.Decoder text = Base64.getDecoder();
    memory = route.connect(text.decode(address)).open(text.decode(descriptor));
    into = ByteBuffer.allocateDirect(size);
    route.register(into);
  }

  @Override
  public ByteBuffer[] get(long offset, int size) throws Exception {
    CompletableFuture<Void> end = new CompletableFuture<>();
    memory.get(offset, into, Route.Completion.of(end));
    end.get();
    return new ByteBuffer[] {into.duplicate()};
  }

  @Override
  public void close() {
    route.close();
  }
}
