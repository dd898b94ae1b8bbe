package dev.uncork.boot.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Streams without locks do what those of the JDK do. */
class UnlockedStreamsTest {
  private static final int OPERATIONS = 20_000;
  private static final int LARGEST = 20_000;

  @Test
  void outputIsTheSame() throws IOException {
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    ByteArrayOutputStream actual = new ByteArrayOutputStream();
    long written;
    try (DataOutputStream stock = new DataOutputStream(new BufferedOutputStream(expected));
        DataOutputStream ours = new UnlockedDataOutput(new UnlockedOutput(actual))) {
      write(new Random(1), stock);
      write(new Random(1), ours);
      assertThat(ours.size()).isEqualTo(stock.size());
      written = stock.size();
    }
    assertThat(actual.toByteArray()).isEqualTo(expected.toByteArray());
    assertThat(written).isEqualTo(expected.size());
  }

  private static void write(Random random, DataOutputStream out) throws IOException {
    byte[] bytes = new byte[LARGEST];
    random.nextBytes(bytes);
    for (int i = 0; i < OPERATIONS; i++) {
      switch (random.nextInt(4)) {
        case 0 -> out.write(random.nextInt());
        case 1 -> out.writeInt(random.nextInt());
        case 2 -> {
          int length = random.nextInt(random.nextInt(LARGEST) + 1);
          out.write(bytes, random.nextInt(LARGEST - length + 1), length);
        }
        default -> {
          if (random.nextInt(50) == 0) {
            out.flush();
          }
        }
      }
    }
  }

  @Test
  void inputIsTheSame() throws IOException {
    byte[] bytes = new byte[3_000_000];
    new Random(2).nextBytes(bytes);
    try (InputStream stock = new BufferedInputStream(pieces(bytes));
        InputStream ours = new UnlockedInput(pieces(bytes))) {
      Random random = new Random(3);
      boolean more = true;
      while (more) {
        more = sameStep(random, stock, ours);
      }
      assertThat(ours.read()).isEqualTo(-1);
      assertThat(ours.read(new byte[10])).isEqualTo(-1);
    }
  }

  private static boolean sameStep(Random random, InputStream stock, InputStream ours)
      throws IOException {
    int length = random.nextInt(LARGEST);
    switch (random.nextInt(3)) {
      case 0 -> {
        int expected = stock.read();
        assertThat(ours.read()).isEqualTo(expected);
        return expected >= 0;
      }
      case 1 -> {
        byte[] expected = stock.readNBytes(length);
        assertThat(Arrays.equals(ours.readNBytes(length), expected)).isTrue();
        return expected.length == length;
      }
      default -> {
        long skipped = skip(stock, length / 10);
        assertThat(skip(ours, length / 10)).isEqualTo(skipped);
        return true;
      }
    }
  }

  /** As much as there is: both may skip less at once. */
  private static long skip(InputStream in, long count) throws IOException {
    long skipped = 0;
    while (skipped < count) {
      long more = in.skip(count - skipped);
      if (more == 0) {
        if (in.read() < 0) {
          return skipped;
        }
        more = 1;
      }
      skipped += more;
    }
    return skipped;
  }

  /** A source that gives less than it is asked for. */
  private static InputStream pieces(byte[] bytes) {
    Random random = new Random(4);
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] into, int offset, int length) {
        return super.read(into, offset, Math.min(length, 1 + random.nextInt(LARGEST)));
      }
    };
  }

  @Test
  void aClosedStreamSaysSo() throws IOException {
    InputStream in = new UnlockedInput(new ByteArrayInputStream(new byte[100]));
    assertThat(in.read()).isZero();
    in.close();
    assertThatThrownBy(in::read).isInstanceOf(IOException.class).hasMessage("Stream closed");
    assertThatThrownBy(in::available).isInstanceOf(IOException.class);
    assertThat(in.markSupported()).isFalse();
  }

  @Test
  void closingWritesTheRest() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    OutputStream out = new UnlockedOutput(bytes);
    out.write(7);
    assertThat(bytes.size()).isZero();
    out.close();
    assertThat(bytes.toByteArray()).containsExactly(7);
  }
}
