package dev.uncork.cli;

import dev.uncork.cli.attach.TargetProcess;
import dev.uncork.cli.error.UserError;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Says in a line what is wrong with a command line, and then what a right one looks like. */
final class WrongUsage {
  /** Of so many letters of a word, one may be mistyped. */
  private static final int LETTERS_PER_MISTAKE = 4;

  private final CommandLine.ParameterException error;
  private final CommandSpec command;

  private WrongUsage(CommandLine.ParameterException error) {
    this.error = error;
    this.command = error.getCommandLine().getCommandSpec();
  }

  /** Tells the user; gives the exit code. */
  static int explain(CommandLine.ParameterException error, String[] args) {
    WrongUsage usage = new WrongUsage(error);
    PrintWriter err = error.getCommandLine().getErr();
    err.println("uncork: " + usage.reason());
    if (error instanceof CommandLine.MissingParameterException missing) {
      usage.example().ifPresent(text -> err.println("For example: " + text + hint(missing)));
    }
    err.println("Try '" + usage.command.qualifiedName() + " --help'.");
    err.flush();
    return UserError.EXIT_CODE;
  }

  private String reason() {
    if (error instanceof CommandLine.UnmatchedArgumentException unmatched) {
      return unmatched(unmatched.getUnmatched());
    }
    if (error instanceof CommandLine.MissingParameterException missing) {
      return missing(missing.getMissing());
    }
    return Optional.ofNullable(error.getMessage()).orElse("the command line is wrong");
  }

  private static String missing(List<ArgSpec> parts) {
    if (parts.size() == 1 && parts.get(0) instanceof OptionSpec option && !option.required()) {
      return option.longestName() + " lacks its value " + option.paramLabel();
    }
    return parts.stream().map(WrongUsage::name).collect(Collectors.joining(" and "))
        + (parts.size() == 1 ? " is missing" : " are missing");
  }

  private String unmatched(List<String> words) {
    Optional<String> option = words.stream().filter(word -> word.startsWith("-")).findFirst();
    if (option.isPresent()) {
      String name = option.get().replaceFirst("=.*", "");
      List<String> all = new ArrayList<>();
      command.options().forEach(one -> all.addAll(Arrays.asList(one.names())));
      return "there is no option " + name + meant(name, all);
    }
    if (!command.subcommands().isEmpty()) {
      String name = words.get(0);
      return "there is no command '" + name + "'" + meant(name, command.subcommands().keySet());
    }
    return words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" and "))
        + (words.size() == 1 ? " is one argument too many" : " are too many arguments");
  }

  /** What was meant by a mistyped word, or by one that goes on. */
  private static String meant(String word, Iterable<String> known) {
    int mistakes = word.length() / LETTERS_PER_MISTAKE;
    List<String> near = new ArrayList<>();
    for (String one : known) {
      if (mistakes > 0 && (one.startsWith(word) || distance(word, one) <= mistakes)) {
        near.add(one);
      }
    }
    return near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
  }

  /** Letters to insert, remove, replace or swap with the next (optimal string alignment). */
  private static int distance(String from, String to) {
    int[][] steps = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          steps[i][j] = i + j;
          continue;
        }
        int other = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        int least = Math.min(steps[i - 1][j], steps[i][j - 1]) + 1;
        least = Math.min(least, steps[i - 1][j - 1] + other);
        if (i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1)) {
          least = Math.min(least, steps[i - 2][j - 2] + 1);
        }
        steps[i][j] = least;
      }
    }
    return steps[from.length()][to.length()];
  }

  private static String name(ArgSpec part) {
    return part instanceof OptionSpec option
        ? option.longestName() + "=" + option.paramLabel()
        : part.paramLabel();
  }

  /** The first one of the command's help. */
  private Optional<String> example() {
    return Arrays.stream(command.usageMessage().footer())
        .map(String::strip)
        .filter(line -> line.startsWith("uncork "))
        .findFirst();
  }

  private static String hint(CommandLine.MissingParameterException missing) {
    return missing.getMissing().stream().anyMatch(part -> part.paramLabel().equals("PID"))
        ? TargetProcess.LISTED
        : "";
  }
}
