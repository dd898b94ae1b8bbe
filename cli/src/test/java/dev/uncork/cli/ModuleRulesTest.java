package dev.uncork.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Option;

/**
 * The rules between modules that Maven can't see: which packages know which, and which JDK APIs.
 */
class ModuleRulesTest {
  private static final String[] LIVE_JVM = {
    "com.sun.tools.attach..",
    "java.lang.instrument..",
    "java.lang.management..",
    "javax.management.."
  };

  /** States of unfinished work, plans, calibrations; and a reader of Spark's event log. */
  private static final String KEEPS_A_FILE =
      ".*\\.(SweepState|TuneState|PlanFile|HandOffFile|PlacedExecutors)(\\$.*)?";

  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.uncork");

  @Test
  void allModulesAreSeen() {
    assertThat(classes.containPackage("dev.uncork.recording")).isTrue();
    assertThat(classes.containPackage("dev.uncork.diagnosis")).isTrue();
    assertThat(classes.containPackage("dev.uncork.report")).isTrue();
  }

  @Test
  void diagnosisAndReportNeverTouchALiveJvm() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.uncork.diagnosis..", "dev.uncork.report..", "dev.uncork.recording..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(LIVE_JVM)
        .check(classes);
  }

  /**
   * The JVM tells a class's methods in no certain order, and its fields as declared: help, manual
   * and completion have to be the same each time they are made.
   */
  @Test
  void optionsAreFieldsSoThatTheirOrderIsCertain() {
    noMethods().should().beAnnotatedWith(Option.class).check(classes);
  }

  @Test
  void nothingDependsOnTheCommandLine() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.uncork.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.uncork.cli..")
        .check(classes);
  }

  @Test
  void theCommandLineKnowsTheAgentOnlyAsAFile() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.uncork.agent..", "dev.uncork.boot..")
        .check(classes);
  }

  @Test
  void layersPointOneWay() {
    noClasses()
        .that()
        .resideInAPackage("dev.uncork.recording..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.uncork.diagnosis..", "dev.uncork.report..")
        .check(classes);
    noClasses()
        .that()
        .resideInAPackage("dev.uncork.diagnosis..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.uncork.report..")
        .check(classes);
  }

  @Test
  void packagesAreFreeOfCycles() {
    for (String module : List.of("dev.uncork.cli..", "dev.uncork.report..")) {
      slices()
          .matching("dev.uncork.(**)")
          .should()
          .beFreeOfCycles()
          .check(classes.that(resideInAPackage(module)));
    }
  }

  @Test
  void theCommandLineWritesNoDocuments() {
    noClasses()
        .that()
        .resideInAPackage("dev.uncork.cli..")
        .and()
        .haveNameNotMatching(KEEPS_A_FILE)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.fasterxml.jackson..", "org.knowm.xchart..", "java.awt..")
        .because(
            "pages, pictures and JSON for users are rendered in report; JSON and TOML here are the"
                + " files that commands keep for themselves, and Spark's event log, which is read")
        .check(classes);
  }
}
