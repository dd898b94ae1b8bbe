package dev.uncork.cli.launch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A line of bash between us and the program, used only where Java's way of starting processes would
 * change what the program gets: arguments that are not valid UTF-8, and open files beyond the
 * standard streams, which Java closes (process substitution makes such files).
 *
 * <p>It reads the arguments from a file, opens the files again by the numbers they had, and becomes
 * the program, so the process is the same.
 */
final class Trampoline {
  private static final String SCRIPT =
      """
      file=$1 descriptors=$2
      shift 2
      mapfile -d '' -t arguments <"$file"
      for fd in ${descriptors//,/ }; do
        mode=
        while read -r name value; do
          [ "$name" = flags: ] && mode=$((value & 3))
        done <"/proc/$PPID/fdinfo/$fd"
        case $mode in
          0) eval "exec $fd</proc/$PPID/fd/$fd" ;;
          1) eval "exec $fd>>/proc/$PPID/fd/$fd" ;;
          2) eval "exec $fd<>/proc/$PPID/fd/$fd" ;;
        esac
      done 2>/dev/null
      exec env "$@" "${arguments[@]}"
      """;

  private Trampoline() {}

  /** The command that starts the program through bash. */
  static List<String> command(List<byte[]> arguments, String descriptors, Path scratch)
      throws IOException {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] argument : arguments) {
      joined.writeBytes(argument);
      joined.write(0);
    }
    Path file = scratch.resolve("arguments");
    Files.write(file, joined.toByteArray());
    List<String> command = new ArrayList<>();
    command.addAll(List.of("bash", "-c", SCRIPT, "uncork", file.toString(), descriptors));
    command.addAll(ChildEnvironment.envArguments());
    return command;
  }
}
