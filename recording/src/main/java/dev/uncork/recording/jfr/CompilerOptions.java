package dev.uncork.recording.jfr;

/**
 * Finds the option of a JVM that keeps it from compiling as well as it can, as HotSpot reads them:
 * of several about one thing the last counts. See {@code globals.hpp} and {@code
 * compiler_globals.hpp} of OpenJDK.
 */
public final class CompilerOptions {
  private static final String STOP_AT = "-XX:TieredStopAtLevel=";
  private static final String BEST_LEVEL = "4";
  private static final String MODE = "-XX:CompilationMode=";

  /** Of C1 alone; the other modes let C2 work. */
  private static final String QUICK = "quick-only";

  private CompilerOptions() {}

  /**
   * The option, of those that a JVM was started with.
   *
   * @param arguments separated by blanks, as JFR tells them
   * @return empty if nothing keeps C2 from working
   */
  public static String limiting(String arguments) {
    String way = "";
    String level = "";
    String mode = "";
    for (String argument : arguments.split(" ")) {
      switch (argument) {
        case "-Xint", "-XX:+NeverActAsServerClassMachine" -> way = argument;
        case "-Xmixed", "-Xcomp", "-XX:-NeverActAsServerClassMachine" -> way = "";
        default -> {
          if (argument.startsWith(STOP_AT)) {
            level = argument.equals(STOP_AT + BEST_LEVEL) ? "" : argument;
          } else if (argument.startsWith(MODE)) {
            mode = argument.equals(MODE + QUICK) ? argument : "";
          }
        }
      }
    }
    return !way.isEmpty() ? way : !level.isEmpty() ? level : mode;
  }
}
