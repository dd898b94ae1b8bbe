package dev.uncork.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** One manual page in the language of man(7), from what the command says of itself. */
final class ManPage {
  private final CommandSpec spec;
  private final StringBuilder page = new StringBuilder();

  private ManPage(CommandSpec spec) {
    this.spec = spec;
  }

  static String of(CommandLine command) {
    return new ManPage(command.getCommandSpec()).text();
  }

  private String text() {
    String name = spec.qualifiedName("-");
    String title = name.toUpperCase(Locale.ROOT);
    page.append(".TH \"").append(escaped(title)).append("\" 1 \"\" \"Uncork\" \"Uncork\"\n");
    section("NAME");
    line(name + " \\- " + escaped(String.join(" ", header())));
    section("SYNOPSIS");
    String synopsis = spec.commandLine().getHelp().synopsis(0).strip();
    line(".nf\n" + escaped(synopsis) + "\n.fi");
    if (description().length > 0) {
      section("DESCRIPTION");
      for (String paragraph : description()) {
        line(escaped(paragraph));
      }
    }
    commands();
    options();
    footer();
    if (!spec.name().equals("uncork")) {
      section("SEE ALSO");
      line(".BR uncork (1)");
    }
    return page.toString();
  }

  private String[] header() {
    return spec.usageMessage().header();
  }

  private String[] description() {
    return spec.usageMessage().description();
  }

  private void commands() {
    if (spec.subcommands().isEmpty()) {
      return;
    }
    section("COMMANDS");
    for (Map.Entry<String, CommandLine> command : spec.subcommands().entrySet()) {
      String[] header = command.getValue().getCommandSpec().usageMessage().header();
      item("\\fB" + escaped(command.getKey()) + "\\fR", List.of(header));
    }
  }

  private void options() {
    section("OPTIONS");
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      item("\\fI" + escaped(parameter.paramLabel()) + "\\fR", resolved(parameter.description()));
    }
    for (OptionSpec option : spec.options()) {
      if (option.hidden()) {
        continue;
      }
      String value =
          option.arity().max() == 0 ? "" : " \\fI" + escaped(option.paramLabel()) + "\\fR";
      String names =
          String.join(
              ", ", Arrays.stream(option.names()).map(n -> "\\fB" + escaped(n) + "\\fR").toList());
      String byDefault = String.valueOf(option.defaultValueString());
      item(
          names + value,
          resolved(option.description()).stream()
              .map(text -> text.replace("${DEFAULT-VALUE}", byDefault))
              .toList());
    }
  }

  private static List<String> resolved(String[] description) {
    return Arrays.asList(description);
  }

  /** The footer's own headings, such as "Examples:", become sections. */
  private void footer() {
    for (String line : spec.usageMessage().footer()) {
      if (line.startsWith("Example")) {
        section("EXAMPLES");
      } else if (line.startsWith("Exit code: ")) {
        section("EXIT STATUS");
        line(escaped(line.substring("Exit code: ".length())));
      } else if (line.equals("Exit codes:")) {
        section("EXIT STATUS");
      } else if (!line.isEmpty()) {
        line(".nf\n" + escaped(line) + "\n.fi");
      }
    }
  }

  private void section(String name) {
    page.append(".SH ").append(name).append('\n');
  }

  private void item(String term, List<String> text) {
    page.append(".TP\n").append(term).append('\n');
    text.forEach(paragraph -> line(escaped(paragraph)));
  }

  private void line(String text) {
    page.append(text).append('\n');
  }

  /** What man(7) would take for its own: backslashes, hyphens, leading dots and quotes. */
  private static String escaped(String text) {
    return text.replace("\\", "\\e")
        .replace("-", "\\-")
        .replace("…", "...")
        .replaceAll("(?m)^([.'])", "\\\\&$1");
  }
}
