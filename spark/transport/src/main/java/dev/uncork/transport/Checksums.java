package dev.uncork.transport;

import java.util.Locale;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;

/** The checksums that parts of an output may have; all are 32 bits wide. */
public enum Checksums {
  /** None: nothing is checked. */
  NONE,
  /** Adler-32. */
  ADLER32,
  /** CRC-32. */
  CRC32,
  /** CRC-32C. */
  CRC32C;

  /** By name. */
  public static @Nullable Checksums named(String name) {
    for (Checksums each : values()) {
      if (each.name().equals(name.toUpperCase(Locale.ROOT))) {
        return each;
      }
    }
    return null;
  }

  @Nullable Checksum start() {
    return switch (this) {
      case NONE -> null;
      case ADLER32 -> new Adler32();
      case CRC32 -> new CRC32();
      case CRC32C -> new CRC32C();
    };
  }
}
