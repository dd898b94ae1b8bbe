package dev.uncork.rewriting.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** The list of the JDK's classes that lock what they are given is complete for the running JDK. */
class JdkSitesTest {
  @Test
  void listHasEveryClassOfTheRunningJdk() throws Exception {
    Set<String> found = new TreeSet<>();
    try (ClassPath path = ClassPath.open("." + File.pathSeparator)) {
      path.forEachOfJdk("java.base", bytes -> look(bytes, found));
    }
    found.removeAll(JdkSites.NAMES);
    assertThat(found).as("missing in JdkSiteNames: " + String.join("\n", found)).isEmpty();
  }

  /** The native library's {@code old_code.cpp} takes a method on the list for one of the two. */
  @Test
  void noMethodOnTheListBothWaitsAndHasBlocks() throws Exception {
    Set<String> both = new TreeSet<>();
    try (ClassPath path = ClassPath.open("." + File.pathSeparator)) {
      path.forEachOfJdk("java.base", bytes -> lookForBoth(bytes, both));
    }
    assertThat(both).isEmpty();
  }

  @Test
  void noMethodOfTheJdkGetsTooLongForTheCompilers() throws Exception {
    List<Reason> tooLong = new ArrayList<>();
    try (ClassPath path = ClassPath.open("." + File.pathSeparator)) {
      path.forEachOfJdk(
          "java.base",
          bytes -> {
            ClassNode type = new ClassNode();
            ClassReader reader = new ClassReader(bytes);
            reader.accept(type, ClassReader.SKIP_FRAMES);
            tooLong.addAll(HookRoom.of(reader, type, true).against());
          });
    }
    assertThat(tooLong).isEmpty();
  }

  private static void lookForBoth(byte[] bytes, Set<String> both) {
    ClassNode type = new ClassNode();
    new ClassReader(bytes).accept(type, ClassReader.SKIP_FRAMES);
    if (!JdkSites.NAMES.contains(type.name)) {
      return;
    }
    for (MethodNode method : type.methods) {
      Set<MonitorUse> uses =
          Stream.of(method.instructions.toArray()).map(MonitorUse::of).collect(Collectors.toSet());
      if (uses.containsAll(Set.of(MonitorUse.ENTER, MonitorUse.WAIT))) {
        both.add(type.name + "." + method.name);
      }
    }
  }

  private static void look(byte[] bytes, Set<String> found) {
    ClassNode type = new ClassNode();
    new ClassReader(bytes).accept(type, ClassReader.SKIP_FRAMES);
    for (MonitorSite site : LockSites.of(type)) {
      if (JdkSites.mayConcernOthers(type, site)) {
        found.add(type.name);
      }
    }
  }
}
