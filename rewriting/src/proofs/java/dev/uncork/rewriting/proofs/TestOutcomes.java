package dev.uncork.rewriting.proofs;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs test suites and prints one line per test, sorted: its id, and whether it passed or by what
 * it failed. Two runs of the same suite can so be compared. Arguments: name of a class, or a jar of
 * tests. One thread.
 */
public final class TestOutcomes implements TestExecutionListener {
  private final Map<String, String> outcomes = new TreeMap<>();

  private TestOutcomes() {}

  public static void main(String[] arguments) throws Exception {
    Path jar = Path.of(arguments[0]);
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                Files.exists(jar)
                    ? selectClasspathRoots(Set.of(jar)).get(0)
                    : selectClass(arguments[0]))
            .build();
    TestOutcomes outcomes = new TestOutcomes();
    LauncherFactory.create().execute(request, outcomes);
    outcomes.outcomes.forEach((test, outcome) -> System.out.println(test + ": " + outcome));
    System.out.flush();
    System.exit(0); // Some suites leave threads behind.
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    outcomes.put(test.getUniqueId(), "skipped");
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    String outcome =
        result.getStatus()
            + result.getThrowable().map(e -> " " + e.getClass().getName()).orElse("");
    if (test.isTest() || result.getThrowable().isPresent()) {
      // Suites that are put together at run time may have the same test several times.
      String id = test.getUniqueId();
      for (int i = 2; outcomes.containsKey(id); i++) {
        id = test.getUniqueId() + "#" + i;
      }
      outcomes.put(id, outcome);
    }
  }
}
