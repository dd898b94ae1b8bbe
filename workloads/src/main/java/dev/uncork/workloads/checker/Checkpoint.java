package dev.uncork.workloads.checker;

import dev.uncork.workloads.checker.queue.StateQueue;
import dev.uncork.workloads.checker.set.FingerprintSet;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A file from which a run can go on: the fingerprints found, the states not yet expanded, and the
 * count of generated ones. It appears under its name only when it is complete and on disk.
 */
final class Checkpoint {
  private static final long MAGIC = 0x554E434B43484B31L; // "UNCKCHK1"
  private static final String NAME = "checkpoint.chk";

  private Checkpoint() {}

  static Path write(
      Path directory,
      String modelName,
      long generated,
      FingerprintSet set,
      StateQueue queue,
      List<byte[]> inHand)
      throws IOException {
    List<byte[]> states = new ArrayList<>(inHand);
    queue.forEach(states::add);
    Path unfinished = directory.resolve(NAME + ".tmp");
    try (FileOutputStream file = new FileOutputStream(unfinished.toFile());
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(file, 1 << 16))) {
      writeFound(out, modelName, generated, set);
      out.writeInt(states.size());
      for (byte[] state : states) {
        out.writeInt(state.length);
        out.write(state);
      }
      out.flush();
      file.getFD().sync();
    }
    return Files.move(
        unfinished,
        directory.resolve(NAME),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** Writes the first part of a checkpoint, which is all when the queue's own has the rest. */
  static void writeFound(OutputStream to, String modelName, long generated, FingerprintSet set)
      throws IOException {
    DataOutputStream out = new DataOutputStream(to);
    out.writeLong(MAGIC);
    out.writeUTF(modelName);
    out.writeLong(generated);
    long[] fingerprints = set.toArray();
    out.writeInt(fingerprints.length);
    for (long fingerprint : fingerprints) {
      out.writeLong(fingerprint);
    }
    out.flush();
  }

  /** Fills the set and the queue from the file; returns the count of generated states. */
  static long read(Path file, String modelName, FingerprintSet set, StateQueue queue)
      throws IOException, CheckFailedException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      long generated = readFound(in, file, modelName, set);
      for (int left = in.readInt(); left > 0; left--) {
        byte[] state = new byte[in.readInt()];
        in.readFully(state);
        queue.enqueue(state);
      }
      return generated;
    } catch (EOFException e) {
      throw new CheckFailedException(file + " is a truncated checkpoint; use an older one", e);
    }
  }

  /** Fills the set from the file that {@link #writeFound} wrote; returns the count. */
  static long readFound(Path file, String modelName, FingerprintSet set)
      throws IOException, CheckFailedException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      return readFound(in, file, modelName, set);
    } catch (EOFException e) {
      throw new CheckFailedException(file + " is a truncated checkpoint; use an older one", e);
    }
  }

  private static long readFound(DataInputStream in, Path file, String modelName, FingerprintSet set)
      throws IOException, CheckFailedException {
    if (in.readLong() != MAGIC) {
      throw new CheckFailedException(file + " is not a checkpoint of this program");
    }
    String itsModel = in.readUTF();
    if (!itsModel.equals(modelName)) {
      throw new CheckFailedException(
          file + " is a checkpoint of " + itsModel + ", expected " + modelName);
    }
    long generated = in.readLong();
    for (int left = in.readInt(); left > 0; left--) {
      set.put(in.readLong());
    }
    return generated;
  }
}
