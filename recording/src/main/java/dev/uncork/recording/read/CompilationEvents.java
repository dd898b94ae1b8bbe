package dev.uncork.recording.read;

import static dev.uncork.recording.jfr.EventFields.number;
import static dev.uncork.recording.jfr.EventFields.text;

import dev.uncork.recording.parse.JfrEvent;
import dev.uncork.recording.parse.JfrMethod;

/** What the JDK's events of compilations tell {@link CompilationTable}. */
final class CompilationEvents {
  private CompilationEvents() {}

  /** An event of kind {@code jdk.Compilation}. */
  static void attempt(JfrEvent event, CompilationTable table) {
    JfrMethod method = event.method("method");
    if (method != null) {
      table.attempt(
          new CompilationTable.Unit(
              method.className(),
              method.name(),
              method.descriptor(),
              text(event, "compiler"),
              event.flag("isOsr")),
          number(event, "compileId", 0),
          event.flag("succeded"));
    }
  }

  /** An event of kind {@code jdk.CompilationFailure}. */
  static void failure(JfrEvent event, CompilationTable table) {
    table.failure(number(event, "compileId", 0), text(event, "failureMessage"));
  }
}
