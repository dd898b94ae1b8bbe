package dev.uncork.cli.command;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.report.text.LockingAccount;
import dev.uncork.report.text.LockingText;
import dev.uncork.rewriting.counter.CounterExplanation;
import dev.uncork.rewriting.lock.ClassPath;
import dev.uncork.rewriting.lock.LockExplanation;
import dev.uncork.rewriting.lock.Reason;
import java.io.IOException;
import java.util.LinkedHashMap;
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
    header = "Show what the remedies reserve and counter would do to a class, or why they can't.",
    description = {
      "Looks at every class on the class path: the class itself, its superclasses and subclasses,"
          + " and all other code that may lock its objects. Nothing is run."
    },
    footer = {
      "",
      "Example:",
      "  uncork explain-lock com.acme.Buffer -cp 'app.jar:lib/*'",
      "",
      "Exit code: 0 when it is eligible for one of them, 1 when it is not, 2 when that can't be"
          + " determined."
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
    LockingText.print(account(explanation, counters), terminal.out().stream());
    return explanation.eligible() || counters.eligible() ? 0 : NOT_ELIGIBLE;
  }

  private static LockingAccount account(LockExplanation locks, CounterExplanation counters) {
    Map<String, List<String>> subclasses = new LinkedHashMap<>();
    locks.subclasses().forEach((name, reasons) -> subclasses.put(name, lines(reasons)));
    return new LockingAccount(
        locks.className(),
        locks.eligible(),
        lines(locks.methods()),
        lines(locks.against()),
        subclasses,
        lines(locks.elsewhere()),
        new LockingAccount.Counters(
            counters.eligible(),
            lines(counters.operations()),
            lines(counters.against()),
            lines(counters.againstSpreading()),
            lines(counters.switchesBack())),
        locks.classes());
  }

  private static List<String> lines(List<Reason> reasons) {
    return reasons.stream().map(Reason::toString).toList();
  }
}
