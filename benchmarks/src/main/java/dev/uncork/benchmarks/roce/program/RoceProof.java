package dev.uncork.benchmarks.roce.program;

import dev.uncork.benchmarks.fetch.program.FetchOwner;
import dev.uncork.transport.route.Route;
import dev.uncork.transport.ucx.UcxRoute;
import dev.uncork.transport.ucx.UcxSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Reads another namespace's memory over rxe0, counts the device's packets, kills the owner, cuts
 * the link, mends it and reads on. Argument: our library. Prints {@code NAME VALUE} lines; ends
 * with an error unless all was as it must be.
 */
public final class RoceProof {
  private static final int TOTAL = 4 << 20;
  private static final int BLOCK = 64 << 10;
  private static final Path COUNTERS = Path.of("/sys/class/infiniband/rxe0/ports/1/hw_counters");

  private final Path file;
  private final String face;
  private final Route route;
  private final ByteBuffer expected;
  private final ByteBuffer into = ByteBuffer.allocateDirect(1 << 20);

  private RoceProof(Path file, String face) throws IOException {
    this.file = file;
    this.face = face;
    byte[] bytes = new byte[TOTAL];
    new Random(7).nextBytes(bytes);
    Files.write(file, bytes);
    expected = FetchOwner.map(file);
    route = UcxRoute.open(Path.of(face), UcxSettings.defaults());
    route.register(into);
  }

  public static void main(String[] arguments) throws Exception {
    RoceProof proof = new RoceProof(Path.of("/dev/shm/uncork-roce"), arguments[0]);
    System.out.println("route " + proof.route.name());
    proof.read();
    proof.ownerIsKilled();
    proof.linkIsCut();
    proof.linkIsMended();
    proof.route.close();
  }

  private void read() throws Exception {
    try (RemoteOwner owner = new RemoteOwner(file, face)) {
      Reads reads = connect(owner);
      long sent = counter("sent_pkts");
      long received = counter("rcvd_pkts");
      long bytes = 0;
      for (int size : List.of(1, 4096, 70_000, 1 << 20)) {
        for (int i = 0; i < 8; i++) {
          succeed(reads.get((int) (i * 300_007L % (TOTAL - size)), size));
          bytes += size;
        }
      }
      System.out.println("bytes " + bytes);
      System.out.println("sent-packets " + (counter("sent_pkts") - sent));
      System.out.println("received-packets " + (counter("rcvd_pkts") - received));
    }
  }

  private void ownerIsKilled() throws Exception {
    try (RemoteOwner owner = new RemoteOwner(file, face)) {
      Reads reads = connect(owner);
      succeed(reads.get(0, BLOCK));
      fails("killed", reads, owner::kill);
    }
  }

  private void linkIsCut() throws Exception {
    try (RemoteOwner owner = new RemoteOwner(file, face)) {
      Reads reads = connect(owner);
      succeed(reads.get(0, BLOCK));
      fails("cut", reads, () -> command("ip", "link", "set", "veth0", "down"));
    }
  }

  private void linkIsMended() throws Exception {
    command("ip", "link", "set", "veth0", "up");
    try (RemoteOwner owner = new RemoteOwner(file, face)) {
      Reads reads = connect(owner);
      succeed(reads.get(0, 1 << 20));
      System.out.println("mended reads again");
    }
  }

  private interface Mishap {
    void happen() throws Exception;
  }

  /** Lets something happen in the middle of gets, which must end with an error. */
  private void fails(String name, Reads reads, Mishap mishap) throws Exception {
    CompletableFuture<IOException> failure =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return reads.untilFailure(BLOCK);
              } catch (IOException | InterruptedException e) {
                throw new CompletionException(e);
              }
            });
    long happened = System.nanoTime();
    mishap.happen();
    IOException cause = failure.get();
    System.out.println(name + "-millis " + (System.nanoTime() - happened) / 1_000_000);
    System.out.println(name + "-error " + cause.getMessage());
  }

  private Reads connect(RemoteOwner owner) throws IOException {
    List<byte[]> offer = owner.offer();
    return new Reads(route.connect(offer.get(0)).open(offer.get(1)), expected, into);
  }

  private static void succeed(@Nullable IOException failure) throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  private static long counter(String name) throws IOException {
    return Long.parseLong(Files.readString(COUNTERS.resolve(name)).strip());
  }

  private static void command(String... words) throws IOException, InterruptedException {
    int code = new ProcessBuilder(words).inheritIO().start().waitFor();
    if (code != 0) {
      throw new IOException(String.join(" ", words) + " ended with " + code);
    }
  }
}
