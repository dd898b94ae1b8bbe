package dev.uncork.cli.command;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.rewriting.counter.CounterExplanation;
import dev.uncork.rewriting.lock.ClassPath;
import dev.uncork.rewriting.lock.LockExplanation;
import dev.uncork.rewriting.lock.Reason;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code uncork explain-lock}: whether lock reservation can be done to a class. */
@Command(
    name = "explain-lock",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Tell what the remedies reserve and counter would do to a class, or why nothing.",
    description = {
      "Looks at every class on the class path: the class itself, its superclasses and subclasses,"
          + " and all other code that may lock its objects. Nothing is run."
    },
    footer = {
      "",
      "Example:",
      "  uncork explain-lock com.acme.Buffer -cp 'app.jar:lib/*'",
      "",
      "Exit code: 0 when it is eligible for one of them, 1 when it is not, 2 when it can't be told."
    })
final class ExplainLockCommand implements Callable<Integer> {
  private static final int NOT_ELIGIBLE = 1;

  private final Terminal terminal;

  @Parameters(paramLabel = "CLASS", description = "The class, as com.acme.Outer$Inner.")
  private String className = "";

  @Option(
      names = {"-cp", "--class-path"},
      required = true,
      paramLabel = "PATH",
      description = "The program's class path, as java takes it.")
  private String classPath = "";

  ExplainLockCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    LockExplanation explanation;
    CounterExplanation counters;
    try (ClassPath path = ClassPath.open(classPath)) {
      explanation = LockExplanation.of(className, path);
      counters = explanation == null ? null : CounterExplanation.of(path, explanation);
    } catch (IOException e) {
      throw new UserError("-cp: " + e.getMessage(), e);
    }
    if (explanation == null || counters == null) {
      throw new UserError(
          "no class "
              + className
              + " on the class path "
              + classPath
              + " or in the JDK; a nested class is written com.acme.Outer$Inner");
    }
    PrintStream out = terminal.out().stream();
    print(explanation, out);
    print(counters, out);
    out.println("Looked at " + explanation.classes() + " classes of the class path");
    out.flush();
    return explanation.eligible() || counters.eligible() ? 0 : NOT_ELIGIBLE;
  }

  private static void print(CounterExplanation counters, PrintStream out) {
    if (counters.operations().isEmpty()) {
      return;
    }
    out.println(
        counters.eligible()
            ? "Its counters: eligible for the remedy counter"
                + (counters.againstSpreading().isEmpty() ? " and for counter-adder" : "")
            : "Its counters: not eligible for the remedy counter");
    list(out, "Against it:", counters.against());
    if (counters.eligible()) {
      list(out, "Become atomic:", counters.operations());
      list(out, "Against counter-adder:", counters.againstSpreading());
      list(
          out,
          "Run on one of its objects, put all back under the monitor:",
          counters.switchesBack());
    }
  }

  private static void print(LockExplanation explanation, PrintStream out) {
    int methods = explanation.methods().size();
    out.println(
        explanation.className()
            + (explanation.eligible()
                ? ": eligible, " + methods + (methods == 1 ? " method" : " methods")
                : ": not eligible"));
    list(out, "Against it:", explanation.against());
    list(
        out, "Enter by a reservation:", explanation.eligible() ? explanation.methods() : List.of());
    for (Map.Entry<String, List<Reason>> subclass : explanation.subclasses().entrySet()) {
      list(out, "Objects of " + subclass.getKey() + " are not reserved:", subclass.getValue());
    }
    list(
        out,
        "Take the stock monitor, and end the reservation of another thread:",
        explanation.eligible() ? explanation.elsewhere() : List.of());
  }

  private static void list(PrintStream out, String title, List<Reason> reasons) {
    if (!reasons.isEmpty()) {
      out.println(title);
      reasons.forEach(reason -> out.println("  " + reason));
    }
  }
}
