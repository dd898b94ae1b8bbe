package dev.uncork.report.export;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A message of Protocol Buffers while its fields are written, by their numbers. */
final class ProtoMessage {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CodedOutputStream out = CodedOutputStream.newInstance(bytes);

  private interface Write {
    void run() throws IOException;
  }

  ProtoMessage number(int field, long value) {
    return write(() -> out.writeInt64(field, value));
  }

  ProtoMessage text(int field, String value) {
    return write(() -> out.writeString(field, value));
  }

  ProtoMessage message(int field, ProtoMessage value) {
    return write(() -> out.writeByteArray(field, value.bytes()));
  }

  byte[] bytes() {
    write(out::flush);
    return bytes.toByteArray();
  }

  private ProtoMessage write(Write write) {
    try {
      write.run();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e); // Memory doesn't fail so.
    }
  }
}
