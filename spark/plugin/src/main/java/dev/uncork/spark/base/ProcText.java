package dev.uncork.spark.base;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What small files of the kernel's say; see proc(5). */
public final class ProcText {
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  private ProcText() {}

  /** The machine's boot id, the same in all of its containers; empty where that is hidden. */
  public static String bootId() {
    try {
      return Files.readString(BOOT_ID).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * What the {@code stat} of a process or thread says behind its name, which may hold blanks and
   * parentheses: the first field is its state, field 3 there.
   *
   * @param most as many fields as are needed
   */
  public static String[] statFields(Path stat, int most) throws IOException {
    String text = Files.readString(stat);
    return text.substring(text.lastIndexOf(')') + 2).split(" ", most + 1);
  }
}
