package dev.uncork.report;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What report may touch: diagnoses, never a live JVM, never the command line. */
@AnalyzeClasses(
    packages = "dev.uncork.report",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleRulesTest {
  @ArchTest
  static final ArchRule TOUCHES_NO_LIVE_JVM =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.lang.management..",
              "com.sun.tools.attach..",
              "javax.management..",
              "jdk.jfr..",
              "dev.uncork.cli..",
              "dev.uncork.agent..",
              "dev.uncork.boot..")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.lang.ProcessHandle")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.lang.Runtime");
}
