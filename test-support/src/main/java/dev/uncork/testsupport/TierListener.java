package dev.uncork.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestTag;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Notes the tier of each test that was run, a line each in a file of this JVM, from which {@code
 * ./test} counts the tests of each tier.
 */
public final class TierListener implements TestExecutionListener {
  private final Set<String> lines = new ConcurrentSkipListSet<>();

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.isTest()) {
      Set<String> tags = test.getTags().stream().map(TestTag::getName).collect(Collectors.toSet());
      lines.add(Tier.of(tags).name().toLowerCase(Locale.ROOT) + " " + test.getUniqueId());
    }
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    String directory = System.getProperty("uncork.test.tiers");
    if (directory == null || lines.isEmpty()) {
      return;
    }
    Path file = Path.of(directory, "tiers-" + ProcessHandle.current().pid() + ".txt");
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, lines);
    } catch (IOException e) {
      System.err.println("the tiers of the tests that were run can't be written: " + e);
    }
  }
}
