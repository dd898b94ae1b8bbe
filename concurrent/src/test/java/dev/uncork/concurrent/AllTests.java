package dev.uncork.concurrent;

import java.io.PrintWriter;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** A program that runs all tests of this package but those that start other JDKs themselves. */
final class AllTests {
  private static final String EVERY_JDK = ".*(OtherJdks|EveryJdk)Test";

  private AllTests() {}

  public static void main(String[] args) {
    LauncherDiscoveryRequest all =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectPackage("dev.uncork"))
            .filters(ClassNameFilter.excludeClassNamePatterns(EVERY_JDK))
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(all, listener);
    TestExecutionSummary summary = listener.getSummary();
    summary.printFailuresTo(new PrintWriter(System.out, true), 20);
    System.out.printf(
        "JDK %s: %d passed, %d failed%n",
        Runtime.version(), summary.getTestsSucceededCount(), summary.getTotalFailureCount());
    System.exit(
        summary.getTotalFailureCount() == 0 && summary.getTestsSucceededCount() > 0 ? 0 : 1);
  }
}
