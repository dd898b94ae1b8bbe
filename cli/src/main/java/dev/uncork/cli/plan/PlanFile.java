package dev.uncork.cli.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.uncork.cli.error.UserError;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Effect;
import dev.uncork.diagnosis.lever.RemedyKind;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A plan as TOML: read strictly, written with comments. */
public final class PlanFile {
  private static final int FORMAT = 1;
  private static final Set<String> TOP = Set.of("format", "origin", "remedy");
  private static final Set<String> ENTRY =
      Set.of("kind", "lever", "value", "jvm-options", "fill", "uncork", "spark", "requires");
  private static final Set<String> REQUIRES = Set.of("jvm", "memory-mib", "classes", "files");

  /** Of a plan's origin: the command that it was found for, as for a shell. */
  public static final String PROGRAM = "program";

  private PlanFile() {}

  /** Reads a file; refuses what isn't a plan, with the place. */
  public static Plan read(Path file) {
    try {
      return parse(Files.readString(file), file.toString());
    } catch (CharacterCodingException e) {
      throw new UserError("the plan " + file + " is not UTF-8 text", e);
    } catch (IOException e) {
      throw new UserError("the plan " + file + " can't be read: " + e, e);
    }
  }

  static Plan parse(String text, String name) {
    JsonNode root;
    try {
      root = new TomlMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new UserError(
          "the plan "
              + name
              + " is not TOML: "
              + e.getOriginalMessage().lines().findFirst().orElse("?")
              + (e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")"),
          e);
    } catch (IOException | RuntimeException e) {
      throw new UserError("the plan " + name + " is not TOML: " + e.getMessage(), e);
    }
    Reader reader = new Reader(name);
    reader.keys(root, TOP, "at the top");
    if (!root.path("format").isInt() || root.path("format").intValue() != FORMAT) {
      throw reader.wrong("format", "expected format = " + FORMAT + ", a plan of uncork tune");
    }
    JsonNode remedies = root.path("remedy");
    if (!remedies.isMissingNode() && !remedies.isArray()) {
      throw reader.wrong("remedy", "expected [[remedy]] tables");
    }
    List<Plan.Entry> entries = new ArrayList<>();
    remedies.forEach(node -> entries.add(reader.entry(node)));
    Map<String, String> origin = new TreeMap<>();
    root.path("origin").properties().forEach(e -> origin.put(e.getKey(), e.getValue().asText()));
    return new Plan(origin, entries);
  }

  /** Takes JSON nodes apart and says what is wrong with them. */
  private record Reader(String name) {
    UserError wrong(String where, String expected) {
      return new UserError("the plan " + name + ", " + where + ": " + expected);
    }

    void keys(JsonNode node, Set<String> known, String where) {
      if (!node.isObject()) {
        throw wrong(where, "expected a table");
      }
      node.fieldNames()
          .forEachRemaining(
              key -> {
                if (!known.contains(key)) {
                  throw wrong(
                      where, "'" + key + "' is not known; expected one of " + sorted(known));
                }
              });
    }

    Plan.Entry entry(JsonNode node) {
      keys(node, ENTRY, "a [[remedy]]");
      String kind = text(node, "kind");
      RemedyKind known =
          Arrays.stream(RemedyKind.values())
              .filter(k -> k.label().equals(kind))
              .findFirst()
              .orElseThrow(
                  () ->
                      wrong(
                          "kind = '" + kind + "'",
                          "no such remedy here; expected one of "
                              + sorted(
                                  Arrays.stream(RemedyKind.values())
                                      .map(RemedyKind::label)
                                      .collect(Collectors.toSet()))));
      Change change = new Change(known, text(node, "lever"), text(node, "value"), effect(node));
      for (String option : change.jvmOptions()) {
        if (!option.startsWith("-")) {
          throw wrong("jvm-options", "'" + option + "' is not an option of a JVM");
        }
      }
      return new Plan.Entry(change, requirements(node.path("requires")), List.of());
    }

    /** What says most about a change comes first. */
    private Effect effect(JsonNode node) {
      List<Effect> effects = new ArrayList<>();
      Map<String, String> settings = table(node, "spark");
      if (!settings.isEmpty()) {
        effects.add(new Effect.Settings(settings));
      }
      List<String> remedies = texts(node, "uncork");
      if (!remedies.isEmpty()) {
        effects.add(new Effect.Remedies(remedies));
      }
      List<String> options = texts(node, "jvm-options");
      if (!options.isEmpty()) {
        effects.add(new Effect.JvmOptions(options));
      }
      Map<String, String> fills = table(node, "fill");
      if (!fills.isEmpty()) {
        effects.add(new Effect.Fills(fills));
      }
      return switch (effects.size()) {
        case 0 -> Effect.None.NONE;
        case 1 -> effects.get(0);
        default -> new Effect.Several(effects);
      };
    }

    private Plan.Requirements requirements(JsonNode node) {
      if (node.isMissingNode()) {
        return Plan.Requirements.NONE;
      }
      keys(node, REQUIRES, "requires");
      return new Plan.Requirements(
          (int) number(node, "jvm"),
          number(node, "memory-mib"),
          table(node, "classes"),
          table(node, "files"));
    }

    private long number(JsonNode node, String key) {
      JsonNode value = node.path(key);
      if (value.isMissingNode()) {
        return 0;
      }
      if (!value.canConvertToLong() || !value.isIntegralNumber() || value.longValue() < 0) {
        throw wrong(key, "expected a whole number");
      }
      return value.longValue();
    }

    private String text(JsonNode node, String key) {
      JsonNode value = node.path(key);
      if (!value.isTextual() || value.textValue().isEmpty()) {
        throw wrong("a [[remedy]]", "expected " + key + " = \"…\"");
      }
      return value.textValue();
    }

    private List<String> texts(JsonNode node, String key) {
      JsonNode value = node.path(key);
      List<String> texts = new ArrayList<>();
      if (!value.isMissingNode() && !value.isArray()) {
        throw wrong(key, "expected a list of texts");
      }
      for (JsonNode each : value) {
        if (!each.isTextual()) {
          throw wrong(key, "expected a list of texts");
        }
        texts.add(each.textValue());
      }
      return texts;
    }

    private Map<String, String> table(JsonNode node, String key) {
      JsonNode value = node.path(key);
      Map<String, String> table = new TreeMap<>();
      if (!value.isMissingNode() && !value.isObject()) {
        throw wrong(key, "expected a table of texts");
      }
      value
          .properties()
          .forEach(
              e -> {
                if (!e.getValue().isTextual()) {
                  throw wrong(key, "expected a table of texts");
                }
                table.put(e.getKey(), e.getValue().textValue());
              });
      return table;
    }

    private static String sorted(Set<String> names) {
      return String.join(", ", names.stream().sorted().toList());
    }
  }

  /** The text of a plan. Tables and comments are written here, since Jackson writes neither. */
  public static String write(Plan plan) {
    StringBuilder text = new StringBuilder();
    text.append(
        plan.provesAnything()
            ? "# What uncork tune proved to make this program faster. Apply it with\n"
            : "# uncork tune proved nothing to make this program faster; as it was, it runs with\n");
    text.append("#   uncork run --plan FILE -- ");
    text.append(oneLine(plan.origin().getOrDefault(PROGRAM, "java ..."))).append('\n');
    text.append("# and see what it means without Uncork with\n");
    text.append("#   uncork plan export --jvm-options FILE\n");
    text.append("# Delete a [[remedy]] to leave it out.\n");
    text.append("format = ").append(FORMAT).append("\n\n[origin]\n");
    text.append(lines(new TreeMap<>(plan.origin())));
    for (Plan.Entry entry : plan.entries()) {
      text.append('\n');
      entry.comment().forEach(line -> text.append("# ").append(oneLine(line)).append('\n'));
      text.append("[[remedy]]\n").append(lines(fields(entry)));
    }
    return text.toString();
  }

  private static Map<String, Object> fields(Plan.Entry entry) {
    Change change = entry.change();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("kind", change.kind().label());
    fields.put("lever", change.lever());
    fields.put("value", change.value());
    fields.put("jvm-options", change.jvmOptions());
    fields.put("fill", new TreeMap<>(change.fills()));
    fields.put("uncork", change.remedies());
    fields.put("spark", new TreeMap<>(change.settings()));
    fields.put("requires", requirements(entry.requirements()));
    fields.values().removeIf(PlanFile::isNothing);
    return fields;
  }

  private static Map<String, Object> requirements(Plan.Requirements requirements) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("jvm", requirements.jvm());
    fields.put("memory-mib", requirements.memoryMebibytes());
    fields.put("classes", new TreeMap<>(requirements.classes()));
    fields.put("files", new TreeMap<>(requirements.files()));
    fields.values().removeIf(PlanFile::isNothing);
    return fields;
  }

  private static boolean isNothing(Object value) {
    return value instanceof Map<?, ?> table && table.isEmpty()
        || value instanceof List<?> list && list.isEmpty()
        || value instanceof Number number && number.longValue() == 0;
  }

  private static String lines(Map<String, ?> fields) {
    try {
      return fields.isEmpty() ? "" : new TomlMapper().writeValueAsString(fields);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts and numbers can be written as TOML", e);
    }
  }

  private static String oneLine(String comment) {
    return comment.replaceAll("\\p{Cntrl}+", " ");
  }
}
