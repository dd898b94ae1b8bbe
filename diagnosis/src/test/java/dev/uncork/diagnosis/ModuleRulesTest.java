package dev.uncork.diagnosis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What diagnosis may touch: recordings, never a live JVM. */
@AnalyzeClasses(
    packages = {"dev.uncork.diagnosis", "dev.uncork.recording"},
    importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleRulesTest {
  @ArchTest
  static final ArchRule DIAGNOSIS_TOUCHES_NO_LIVE_JVM =
      noClasses()
          .that()
          .resideInAPackage("dev.uncork.diagnosis..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.lang.management..", "com.sun.tools.attach..", "javax.management..", "jdk.jfr..")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.lang.ProcessHandle")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.lang.Runtime");

  @ArchTest
  static final ArchRule RECORDING_NEEDS_NOTHING_OF_OURS =
      noClasses()
          .that()
          .resideInAPackage("dev.uncork.recording")
          .or()
          .resideInAPackage("dev.uncork.recording.event..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.uncork.boot..",
              "dev.uncork.agent..",
              "dev.uncork.diagnosis..",
              "dev.uncork.report..",
              "dev.uncork.cli..",
              "dev.uncork.concurrent..");
}
