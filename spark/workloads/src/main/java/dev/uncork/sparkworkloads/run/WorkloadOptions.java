package dev.uncork.sparkworkloads.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all workloads can be told: where to run, how often, and where the result goes. */
public final class WorkloadOptions {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "Where Spark runs; default: as spark-submit says, else local[*].")
  private @Nullable String master;

  @Option(names = "--conf", paramLabel = "KEY=VALUE", description = "A setting of Spark's.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "1",
      description = "How often to run; default: ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the result there.")
  private @Nullable Path json;

  /** How often to run. */
  public int rounds() {
    require(rounds >= 1, "--rounds " + rounds + ": expected at least 1");
    return rounds;
  }

  /** Refuses what makes no sense, with the value and what was expected. */
  public void require(boolean right, String message) {
    if (!right) {
      throw wrong(message);
    }
  }

  /** An option that makes no sense. */
  public ParameterException wrong(String message) {
    if (command == null) {
      throw new IllegalStateException(message);
    }
    return new ParameterException(command.commandLine(), message);
  }

  /** Starts Spark. */
  public SparkSession session(String name) {
    return session(name, Map.of());
  }

  /**
   * Starts Spark.
   *
   * @param defaults settings that hold where neither the command line nor spark-submit says more
   */
  public SparkSession session(String name, Map<String, String> defaults) {
    SparkConf conf = new SparkConf().setAppName(name);
    defaults.forEach(conf::setIfMissing);
    if (master != null || !conf.contains("spark.master")) {
      conf.setMaster(master == null ? "local[*]" : master);
    }
    settings.forEach(conf::set);
    return SparkSession.builder().config(conf).getOrCreate();
  }

  /** Says how far it is, on standard error. */
  public void progress(String line) {
    System.err.println(line);
  }

  /** Writes the result where the user wants it: to the file, or else to standard output. */
  public void write(ObjectNode result) throws IOException {
    String text =
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(result);
    if (json == null) {
      System.out.println(text);
    } else {
      Files.writeString(json, text + "\n");
    }
  }

  /** An empty result. */
  public static ObjectNode result(String workload, SparkSession spark) {
    ObjectNode result = new ObjectMapper().createObjectNode();
    result.put("workload", workload);
    result.put("spark", spark.version());
    result.put("master", spark.sparkContext().master());
    result.put("jdk", System.getProperty("java.runtime.version"));
    return result;
  }
}
