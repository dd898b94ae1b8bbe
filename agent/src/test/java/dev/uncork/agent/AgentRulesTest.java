package dev.uncork.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who knows whom in the agent. */
@AnalyzeClasses(packages = "dev.uncork.agent", importOptions = ImportOption.DoNotIncludeTests.class)
class AgentRulesTest {
  @ArchTest
  static final ArchRule PARTS_KNOW_EACH_OTHER_ONE_WAY =
      slices().matching("dev.uncork.agent.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule PACKAGES_KNOW_EACH_OTHER_ONE_WAY =
      slices().matching("dev.uncork.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule WHO_OBSERVES_KNOWS_NO_REMEDY =
      noClasses()
          .that()
          .resideInAnyPackage("dev.uncork.agent.observe..", "dev.uncork.agent.jvm..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.uncork.agent.remedy..", "dev.uncork.agent.session..");

  @ArchTest
  static final ArchRule SESSION_KNOWS_REMEDIES_BY_THEIR_INTERFACE =
      noClasses()
          .that()
          .resideInAPackage("dev.uncork.agent.session..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.uncork.agent.remedy.*..");

  @ArchTest
  static final ArchRule NOBODY_KNOWS_THE_ENTRY =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.uncork.agent")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.uncork.agent");
}
