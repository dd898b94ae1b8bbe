package dev.uncork.cli.quiet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Lever;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Log configurations are made asynchronous without losing a line, or left alone with a reason. */
class LogConfigurationTest {
  private static final String LOGBACK =
      """
      <?xml version="1.0"?>
      <configuration>
        <appender name="file" class="ch.qos.logback.core.FileAppender">
          <file>a.log</file><encoder><pattern>%d %msg %line%n</pattern></encoder>
        </appender>
        <appender name="later" class="ch.qos.logback.classic.AsyncAppender">
          <appender-ref ref="file"/>
        </appender>
        <logger name="com.acme" level="DEBUG"><appender-ref ref="later"/></logger>
        <root level="INFO"><appender-ref ref="file"/></root>
      </configuration>
      """;
  private static final String LOG4J =
      """
      <Configuration>
        <Appenders>
          <File name="f" fileName="a.log"><PatternLayout pattern="%d %m%n"/></File>
        </Appenders>
        <Loggers><Root level="info"><AppenderRef ref="f" level="warn"/></Root></Loggers>
      </Configuration>
      """;

  @TempDir Path scratch;
  private final List<String> said = new ArrayList<>();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Path classPath(String marker, String config, String text) throws IOException {
    Path classes = scratch.resolve("classes");
    Files.createDirectories(classes.resolve(marker).getParent());
    Files.write(classes.resolve(marker), new byte[] {1});
    if (!config.isEmpty()) {
      Files.writeString(classes.resolve(config), text);
    }
    return classes;
  }

  private List<Lever> levers(Path classes, boolean less, String... options) {
    return new LogConfiguration(List.of(classes), List.of(options), scratch)
        .levers(Optional.of(Path.of(System.getProperty("java.home"))), less, said::add);
  }

  @Test
  void logbackAppendersGoBehindAsynchronousOnes() throws Exception {
    String text = LogbackXml.asynchronous(bytes(LOGBACK));
    assertThat(text)
        .contains("<root level=\"INFO\"><appender-ref ref=\"UNCORK_ASYNC_file\"/></root>")
        .contains("<appender-ref ref=\"later\"/>")
        .contains("<discardingThreshold>0</discardingThreshold><neverBlock>false</neverBlock>")
        .contains("<includeCallerData>true</includeCallerData>")
        .contains("<shutdownHook/>");
    assertThat(text.indexOf("name=\"UNCORK_ASYNC_file\"")).isLessThan(text.indexOf("<root"));
    assertThat(LogbackXml.asynchronous(bytes(LogbackXml.BASIC)))
        .contains("UNCORK_ASYNC_console", "<includeCallerData>false</includeCallerData>");
  }

  @Test
  void log4jAppendersGoBehindAsynchronousOnes() throws Exception {
    assertThat(Log4jXml.asynchronous(bytes(LOG4J)))
        .contains("<AppenderRef level=\"warn\" ref=\"UncorkAsync_f\"/>")
        .contains("name=\"UncorkAsync_f\"")
        .contains("includeLocation=\"false\"");
  }

  @Test
  void whatIsNotUnderstoodIsLeftAlone() {
    assertThatThrownBy(() -> LogbackXml.asynchronous(bytes("<configuration/>")))
        .hasMessageContaining("no logger in it");
    assertThatThrownBy(() -> LogbackXml.asynchronous(bytes("no xml")))
        .hasMessageContaining("not well-formed");
    assertThatThrownBy(() -> Log4jXml.asynchronous(bytes("<Configuration strict=\"true\"/>")))
        .hasMessageContaining("strict");
  }

  @Test
  void theApplicationsOwnConfigurationIsRewrittenBesideThePlan() throws Exception {
    Path classes = classPath("ch/qos/logback/classic/Logger.class", "logback.xml", LOGBACK);
    Lever lever = levers(classes, false).get(0);
    assertThat(lever.name()).isEqualTo("quiet logback");
    Change change = lever.values().get(0);
    assertThat(change.jvmOptions())
        .containsExactly("-Dlogback.configurationFile={plan}/uncork-logback.xml");
    assertThat(scratch.resolve("uncork-logback.xml")).content().contains("UNCORK_ASYNC_file");
    Map<String, String> resources = new HashMap<>();
    Map<String, String> files = new HashMap<>();
    LogConfiguration.requirements(change, List.of(classes), scratch, resources, files);
    assertThat(resources).containsOnlyKeys("logback.xml");
    assertThat(files).containsOnlyKeys("uncork-logback.xml");

    LogConfiguration.removeUnused(scratch, List.of(change));
    assertThat(scratch.resolve("uncork-logback.xml")).exists();
    LogConfiguration.removeUnused(scratch, List.of());
    assertThat(scratch.resolve("uncork-logback.xml")).doesNotExist();
  }

  @Test
  void aConfigurationThatTheCommandNamesIsTheOneThatCounts() throws Exception {
    Path classes = classPath("org/apache/logging/log4j/core/Logger.class", "", "");
    Path named = scratch.resolve("named.xml");
    Files.writeString(named, LOG4J);
    Lever lever = levers(classes, false, "-Dlog4j2.configurationFile=" + named).get(0);
    assertThat(lever.name()).isEqualTo("quiet log4j");
    assertThat(scratch.resolve("uncork-log4j2.xml")).content().contains("UncorkAsync_f");
    assertThat(levers(classes, false)).isEmpty();
    assertThat(said.get(0)).contains("log4j can't be made asynchronous: there is none as XML");
  }

  @Test
  void fewerLinesOnlyWhereTheUserAllowsIt() throws Exception {
    Path classes = Files.createDirectories(scratch.resolve("empty"));
    assertThat(levers(classes, false)).isEmpty();
    Lever lever = levers(classes, true).get(0);
    assertThat(lever.name()).isEqualTo("quiet java.util.logging");
    assertThat(Files.readAllLines(scratch.resolve("uncork-logging.properties")))
        .contains(".level = WARNING")
        .noneMatch(line -> line.equals(".level= INFO"));
  }
}
