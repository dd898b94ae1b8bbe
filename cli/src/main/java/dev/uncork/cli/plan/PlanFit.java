package dev.uncork.cli.plan;

import dev.uncork.cli.launch.JavaClassPath;
import dev.uncork.cli.launch.JavaHome;
import dev.uncork.cli.launch.MachineMemory;
import dev.uncork.cli.launch.NumaNodes;
import dev.uncork.cli.launch.SparkCommand;
import dev.uncork.protocol.RemedyName;
import dev.uncork.protocol.RemedyRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Decides which entries of a plan still fit a program, and says why the others don't. */
public final class PlanFit {
  private static final String NODE = "numa=";

  private final List<String> command;
  private final Optional<JavaHome> java;
  private final Path directory;

  /**
   * A program to be fitted.
   *
   * @param java what runs it; empty where a script starts a JVM that nobody knows beforehand
   * @param directory of the plan
   */
  public PlanFit(List<String> command, Optional<JavaHome> java, Path directory) {
    this.command = command;
    this.java = java;
    this.directory = directory;
  }

  /** Entries that fit; says of each other one why not. */
  public List<Plan.Entry> fitting(Plan plan, Consumer<String> say) {
    List<Plan.Entry> fitting = new ArrayList<>();
    for (Plan.Entry entry : plan.entries()) {
      Optional<String> objection = objection(entry);
      if (objection.isPresent()) {
        say.accept("plan: '" + entry.change().text() + "' is left out: " + objection.get());
      } else {
        fitting.add(entry);
      }
    }
    return fitting;
  }

  private Optional<String> objection(Plan.Entry entry) {
    Plan.Requirements needed = entry.requirements();
    for (String name : entry.change().fills().keySet()) {
      if (command.stream().noneMatch(word -> word.contains("{" + name + "}"))) {
        return Optional.of("the command has no {" + name + "}; put it where the value goes");
      }
    }
    if (!entry.change().settings().isEmpty() && SparkCommand.of(command).isEmpty()) {
      return Optional.of("it is for spark-submit, and this command is " + command.get(0));
    }
    if (needed.jvm() > 0 && java.isPresent() && java.get().major() != needed.jvm()) {
      return Optional.of(
          "it was proven on JDK "
              + needed.jvm()
              + ", this is JDK "
              + java.get().major()
              + "; tune again on this one");
    }
    if (needed.jvm() > 0 && java.isEmpty()) {
      return Optional.of(
          "it was proven on JDK "
              + needed.jvm()
              + ", and which one the script "
              + command.get(0)
              + " starts isn't known; give java itself");
    }
    long memory = MachineMemory.bytes() >> 20;
    if (memory > 0 && memory < needed.memoryMebibytes()) {
      return Optional.of(
          "it needs a machine with "
              + needed.memoryMebibytes()
              + " MiB of memory, this one has "
              + memory);
    }
    for (String remedy : entry.change().remedies()) {
      if (remedy.startsWith(NODE)) {
        NumaNodes nodes = NumaNodes.ofMachine();
        boolean there = nodes.launcher(remedy.substring(NODE.length())).isPresent();
        if (nodes.refusal().isPresent() || !there) {
          return nodes.refusal().or(() -> Optional.of("this machine has no such node"));
        }
      }
    }
    return tooFewCores(entry).or(() -> changedFile(needed)).or(() -> changedClass(needed));
  }

  private static Optional<String> tooFewCores(Plan.Entry entry) {
    int here = Runtime.getRuntime().availableProcessors();
    for (String remedy : entry.change().remedies()) {
      Optional<Integer> cores =
          RemedyRequest.parse(remedy)
              .filter(request -> request.remedy() == RemedyName.CORES)
              .flatMap(RemedyRequest::chosen)
              .filter(count -> count.matches("\\d{1,6}"))
              .map(Integer::valueOf);
      if (cores.isPresent() && cores.get() > here) {
        return Optional.of("this machine has " + here + " cores; tune again on this one");
      }
    }
    return Optional.empty();
  }

  private Optional<String> changedFile(Plan.Requirements needed) {
    for (Map.Entry<String, String> file : needed.files().entrySet()) {
      Path path = directory.resolve(file.getKey());
      Optional<String> now = Fingerprint.of(path);
      if (now.isEmpty()) {
        return Optional.of("the file " + path + " is missing; it belongs to the plan");
      }
      if (!now.get().equals(file.getValue())) {
        return Optional.of("the file " + path + " has changed since; tune again");
      }
    }
    return Optional.empty();
  }

  private Optional<String> changedClass(Plan.Requirements needed) {
    List<Path> classPath = JavaClassPath.of(command);
    for (Map.Entry<String, String> wanted : needed.classes().entrySet()) {
      String name = wanted.getKey();
      String resource = isResource(name) ? name : name.replace('.', '/') + ".class";
      Optional<String> now = Fingerprint.of(resource, classPath);
      if (now.isEmpty()) {
        return Optional.of(name + " is not on the class path of the command any more");
      }
      if (!now.get().equals(wanted.getValue())) {
        return Optional.of(name + " has changed since; tune again");
      }
    }
    return Optional.empty();
  }

  /** Resources such as logback.xml are written as files, classes by their names. */
  private static boolean isResource(String name) {
    return name.contains("/") || name.endsWith(".xml") || name.endsWith(".properties");
  }
}
