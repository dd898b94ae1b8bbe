package dev.uncork.recording.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BytesTest {
  @Test
  void compressedNumbers() {
    Bytes bytes =
        bytes(true, 0x05, 0x80, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x07);

    assertThat(bytes.number(Integer.BYTES)).isEqualTo(5);
    assertThat(bytes.number(Short.BYTES)).isEqualTo(128);
    assertThat(bytes.number(Long.BYTES)).isEqualTo(-1);
    assertThat(bytes.number(Long.BYTES)).isEqualTo(7);
  }

  @Test
  void numbersThatAreNotCompressed() {
    Bytes bytes = bytes(false, 0, 0, 1, 2, 0xff, 0xfe, 0, 0, 0, 0, 0, 0, 1, 0);

    assertThat(bytes.number(Integer.BYTES)).isEqualTo(258);
    assertThat((short) bytes.number(Short.BYTES)).isEqualTo((short) -2);
    assertThat(bytes.number(Long.BYTES)).isEqualTo(256);
  }

  @Test
  void skippingGoesAsFarAsReading() {
    for (boolean compressed : new boolean[] {true, false}) {
      Bytes read = bytes(compressed, 0xff, 0x81, 0x81, 0x03, 0x81, 0x81, 0x81, 0x81, 0x81, 0x09);
      Bytes skip = bytes(compressed, 0xff, 0x81, 0x81, 0x03, 0x81, 0x81, 0x81, 0x81, 0x81, 0x09);
      read.number(Integer.BYTES);
      skip.skipNumber(Integer.BYTES);

      assertThat(skip.position).isEqualTo(read.position);
    }
  }

  @Test
  void textsOfEveryKind() {
    byte[] euro = "€".getBytes(StandardCharsets.UTF_8);
    Bytes bytes =
        bytes(
            true, 0, 1, 3, 3, euro[0], euro[1], euro[2], 4, 2, 'h', 0xac, 0x41, 5, 2, 'h', 0xe4, 2,
            0x90, 0x03);

    assertThat(bytes.text()).isNull();
    assertThat(bytes.text()).isEmpty();
    assertThat(bytes.text()).isEqualTo("€");
    assertThat(bytes.text()).isEqualTo("h€");
    assertThat(bytes.text()).isEqualTo("hä");
    assertThat(bytes.takesTextFromPool()).isTrue();
    assertThat(bytes.number(Long.BYTES)).isEqualTo(400);
  }

  @Test
  void theSameBytesAreTheSameTextOnlyOfTheSameKind() {
    Bytes bytes = bytes(true, 5, 2, 0xc3, 0xa4, 3, 2, 0xc3, 0xa4, 5, 2, 0xc3, 0xa4);

    String first = bytes.text();
    assertThat(bytes.text()).isEqualTo("ä");
    assertThat(bytes.text()).isEqualTo(first).isEqualTo("Ã¤");
  }

  @Test
  void aCountThatCannotBeIsRefused() {
    assertThatThrownBy(() -> bytes(true, 0x80, 0x80, 0x80, 0x01).count())
        .isInstanceOf(BadChunk.class)
        .hasMessageContaining("2097152");
    assertThatThrownBy(() -> bytes(true, 5, 3, 'a').text()).isInstanceOf(BadChunk.class);
    assertThatThrownBy(() -> bytes(true, 9).text()).isInstanceOf(BadChunk.class);
  }

  private static Bytes bytes(boolean compressed, int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return new Bytes(bytes, compressed);
  }
}
