package dev.uncork.cli.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program's arguments as bytes: Java can't hold one that is not valid UTF-8. */
final class RawArguments {
  private static final char REPLACEMENT = '\ufffd';

  private RawArguments() {}

  /** Whether Java lost bytes of any of these. */
  static boolean damaged(List<String> arguments) {
    return arguments.stream().anyMatch(argument -> argument.indexOf(REPLACEMENT) >= 0);
  }

  /** The last arguments of this process's own command line, byte for byte. */
  static List<byte[]> last(int count) throws IOException {
    byte[] line = Files.readAllBytes(Path.of("/proc/self/cmdline"));
    List<byte[]> all = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < line.length; i++) {
      if (line[i] == 0) {
        byte[] argument = new byte[i - start];
        System.arraycopy(line, start, argument, 0, argument.length);
        all.add(argument);
        start = i + 1;
      }
    }
    return all.subList(all.size() - count, all.size());
  }

  static byte[] encode(String argument) {
    return argument.getBytes(StandardCharsets.UTF_8);
  }
}
