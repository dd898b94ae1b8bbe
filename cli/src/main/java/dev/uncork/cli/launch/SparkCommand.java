package dev.uncork.cli.launch;

import dev.uncork.cli.error.UserError;
import dev.uncork.diagnosis.lever.JvmOption;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A {@code spark-submit} command taken apart: options of Spark, and what is to be run. */
public final class SparkCommand {
  /** The list of plugins. */
  public static final String PLUGINS = "spark.plugins";

  /** The class of Uncork's plugin. */
  public static final String PLUGIN = "dev.uncork.spark.UncorkPlugin";

  /** Files that executors get. */
  public static final String JARS = "spark.jars";

  private static final String MASTER = "spark.master";
  private static final String EXECUTOR_OPTIONS = "spark.executor.extraJavaOptions";
  private static final String DRIVER_OPTIONS = "spark.driver.extraJavaOptions";

  /** Settings with an option of their own, which wins over {@code --conf}. */
  private static final Map<String, String> OPTIONS =
      Map.of(
          "--master", MASTER,
          "--deploy-mode", "spark.submit.deployMode",
          "--jars", JARS,
          "--driver-memory", "spark.driver.memory",
          "--driver-java-options", DRIVER_OPTIONS,
          "--executor-memory", "spark.executor.memory",
          "--executor-cores", "spark.executor.cores",
          "--num-executors", "spark.executor.instances",
          "--total-executor-cores", "spark.cores.max");

  /** Options without a value; all others have one, in the same word or the next. */
  private static final Set<String> SWITCHES =
      Set.of(
          "--verbose", "-v", "--supervise", "--load-spark-defaults", "--help", "-h", "--version");

  private static final Set<String> LISTS = Set.of(PLUGINS, JARS);

  /** Of a plugin that is there for one remedy only. */
  private static final Map<String, String> NOTHING_ELSE =
      Map.of("spark.uncork.profile", "false", "spark.uncork.numa", "off");

  private final String submit;
  private final List<Option> options = new ArrayList<>();
  private final List<String> application;

  /**
   * One option.
   *
   * @param key the setting; empty for what is none
   */
  private record Option(String key, String value, List<String> words) {}

  private SparkCommand(List<String> words) {
    submit = words.get(0);
    int at = 1;
    while (at < words.size() && words.get(at).startsWith("-")) {
      String name = words.get(at).replaceFirst("=.*", "");
      boolean alone = SWITCHES.contains(name) || words.get(at).contains("=");
      int end = Math.min(words.size(), alone ? at + 1 : at + 2);
      String value =
          name.length() < words.get(at).length()
              ? words.get(at).substring(name.length() + 1)
              : words.get(end - 1);
      options.add(option(name, value, words.subList(at, end)));
      at = end;
    }
    application = List.copyOf(words.subList(at, words.size()));
  }

  private static Option option(String name, String value, List<String> words) {
    if (name.equals("--conf") || name.equals("-c")) {
      int equals = value.indexOf('=');
      return equals < 1
          ? new Option("", "", List.copyOf(words))
          : new Option(value.substring(0, equals), value.substring(equals + 1), List.copyOf(words));
    }
    return new Option(OPTIONS.getOrDefault(name, ""), value, List.copyOf(words));
  }

  /** Empty for a command that is not {@code spark-submit}. */
  public static Optional<SparkCommand> of(List<String> words) {
    String first = words.get(0);
    return first.equals("spark-submit") || first.endsWith("/spark-submit")
        ? Optional.of(new SparkCommand(words))
        : Optional.empty();
  }

  /** Jars that its options name, and the application's own if it is one. */
  public List<Path> classPath() {
    List<Path> jars = new ArrayList<>();
    for (String jar :
        (value(JARS) + "," + (application.isEmpty() ? "" : application.get(0))).split(",")) {
      if (jar.endsWith(".jar") && !jar.matches("(?!file:)\\w+://.*")) {
        jars.add(Path.of(jar.replaceFirst("^file:(//)?", "")));
      }
    }
    return jars;
  }

  /** What a setting is by the command line, else by the file of defaults; else empty. */
  public String value(String key) {
    // An option of its own wins; of several equal ones the last.
    String byOption = "";
    String byConf = "";
    for (Option option : options) {
      if (option.key().equals(key)) {
        boolean own = OPTIONS.containsKey(option.words().get(0).replaceFirst("=.*", ""));
        byOption = own ? option.value() : byOption;
        byConf = own ? byConf : option.value();
      }
    }
    String named = byOption.isEmpty() ? byConf : byOption;
    return named.isEmpty() ? defaults().getOrDefault(key, "") : named;
  }

  private Map<String, String> defaults() {
    Optional<Path> own = propertiesFile();
    boolean both =
        options.stream().anyMatch(option -> option.words().contains("--load-spark-defaults"));
    Map<String, String> values = new TreeMap<>();
    if (own.isEmpty() || both) {
      values.putAll(read(defaultsFile()));
    }
    own.ifPresent(file -> values.putAll(read(file)));
    return values;
  }

  private static Map<String, String> read(Path file) {
    Map<String, String> values = new TreeMap<>();
    if (Files.isReadable(file)) {
      Properties properties = new Properties();
      try (Reader reader = Files.newBufferedReader(file)) {
        properties.load(reader);
      } catch (IOException | IllegalArgumentException e) {
        throw new UserError("Spark's settings " + file + " can't be read: " + e.getMessage(), e);
      }
      properties
          .stringPropertyNames()
          .forEach(k -> values.put(k, properties.getProperty(k).strip()));
    }
    return values;
  }

  /** The file of settings that it names. */
  public Optional<Path> propertiesFile() {
    Optional<Path> file = Optional.empty();
    for (Option option : options) {
      if (option.words().get(0).startsWith("--properties-file")) {
        file = Optional.of(Path.of(option.value())); // of several, the last one
      }
    }
    return file;
  }

  private Path defaultsFile() {
    Map<String, String> environment = ChildEnvironment.view();
    String conf = environment.getOrDefault("SPARK_CONF_DIR", "");
    if (!conf.isEmpty()) {
      return Path.of(conf, "spark-defaults.conf");
    }
    String home = environment.getOrDefault("SPARK_HOME", "");
    Path directory = home.isEmpty() ? homeOf(script(environment)) : Path.of(home);
    return directory.resolve("conf").resolve("spark-defaults.conf");
  }

  /** The file that the command's first word means. */
  private Path script(Map<String, String> environment) {
    if (!submit.contains("/")) {
      for (String folder : environment.getOrDefault("PATH", "").split(":")) {
        Path file = Path.of(folder, submit);
        if (Files.isExecutable(file)) {
          return file.toAbsolutePath();
        }
      }
    }
    return Path.of(submit).toAbsolutePath();
  }

  /** As {@code find-spark-home} beside the script has it, for pip's installations too. */
  private static Path homeOf(Path script) {
    Path folder = script.resolve("../..").normalize();
    if (Files.exists(script.resolveSibling("find_spark_home.py"))) {
      try (DirectoryStream<Path> libraries =
          Files.newDirectoryStream(folder.resolve("lib"), "python*")) {
        for (Path library : libraries) {
          Path home = library.resolve("site-packages").resolve("pyspark");
          if (Files.isDirectory(home)) {
            return home;
          }
        }
      } catch (IOException e) {
        return folder;
      }
    }
    return folder;
  }

  private boolean isLocal(Map<String, String> settings) {
    String master = settings.getOrDefault(MASTER, value(MASTER));
    return master.isEmpty() || master.equals("local") || master.startsWith("local[");
  }

  /**
   * What settings and options of the JVMs that run tasks amount to, with what the command has
   * already: lists are added to, and so are options of other meaning.
   */
  public Map<String, String> settings(Map<String, String> wanted, List<String> jvmOptions) {
    Map<String, String> settings = new TreeMap<>(wanted);
    for (String list : LISTS) {
      if (wanted.containsKey(list)) {
        settings.put(list, union(value(list), wanted.getOrDefault(list, "")));
      }
    }
    if (wanted.containsKey(PLUGINS) && !value(PLUGINS).contains(PLUGIN)) {
      NOTHING_ELSE.forEach(settings::putIfAbsent);
    }
    if (!jvmOptions.isEmpty()) {
      boolean local = isLocal(wanted);
      String key = local ? DRIVER_OPTIONS : EXECUTOR_OPTIONS;
      String present = settings.getOrDefault(key, value(key));
      settings.put(key, joined(present, jvmOptions));
    }
    return settings;
  }

  private static String union(String present, String more) {
    Set<String> all = new LinkedHashSet<>(Arrays.asList((present + "," + more).split(",")));
    all.remove("");
    return String.join(",", all);
  }

  private static String joined(String present, List<String> more) {
    Set<String> subjects = more.stream().map(JvmOption::subject).collect(Collectors.toSet());
    List<String> all = new ArrayList<>();
    for (String option : present.split("\\s+")) {
      if (!option.isEmpty() && !subjects.contains(JvmOption.subject(option))) {
        all.add(option);
      }
    }
    all.addAll(more);
    return String.join(" ", all);
  }

  /** The command with these in place of its own; see {@link #settings}. */
  public List<String> with(Map<String, String> wanted, List<String> jvmOptions) {
    Map<String, String> settings = settings(wanted, jvmOptions);
    List<String> words = new ArrayList<>(List.of(submit));
    settings.forEach((key, value) -> words.addAll(List.of("--conf", key + "=" + value)));
    for (Option option : options) {
      if (!settings.containsKey(option.key())) {
        words.addAll(option.words());
      }
    }
    words.addAll(application);
    return words;
  }

  /** Options of the command that say the same as settings do, and so win over a file of them. */
  public Map<String, String> overriding(Set<String> settings) {
    Map<String, String> overriding = new LinkedHashMap<>();
    for (Option option : options) {
      if (settings.contains(option.key())) {
        overriding.put(option.key(), String.join(" ", option.words()));
      }
    }
    return overriding;
  }
}
