package dev.uncork.report.live;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The JVMs that run, a line each, and the commands to go on with. */
public final class RunningJvmsText {
  private static final String ROW = "%8s %11s %8s  ";

  private final int width;

  public RunningJvmsText(int width) {
    this.width = width;
  }

  /** Writes the list, in the order given. */
  public void render(List<RunningJvm> jvms, PrintStream out) {
    if (jvms.isEmpty()) {
      out.println("No JVM is running here. Start a program under Uncork:");
      out.println();
      out.println("  uncork run -- java -jar app.jar");
    } else {
      out.printf(ROW + "%s%n", "PID", "cores busy", "threads", "program");
      for (RunningJvm jvm : jvms) {
        out.printf(
            Locale.ROOT,
            ROW,
            jvm.pid(),
            String.format(Locale.ROOT, "%.1f", jvm.cores()),
            jvm.threads());
        out.println(fitting(jvm.program(), note(jvm)));
      }
      out.println();
      Optional<RunningJvm> next =
          jvms.stream().filter(jvm -> !jvm.foreign() && !jvm.observed()).findFirst();
      String pid = next.map(jvm -> Long.toString(jvm.pid())).orElse("PID");
      out.println("Observe one for 30 s   uncork attach " + pid);
      out.println("Watch it live          uncork top " + pid);
    }
    out.println();
    out.println("uncork --help lists all commands.");
  }

  private static String note(RunningJvm jvm) {
    if (jvm.observed()) {
      return "  (observed by Uncork)";
    }
    return jvm.foreign() ? "  (another user's: use sudo)" : "";
  }

  private String fitting(String program, String note) {
    int room = Math.max(20, width - 31 - note.length());
    return (program.length() <= room
            ? program
            : "…" + program.substring(program.length() - room + 1))
        + note;
  }
}
