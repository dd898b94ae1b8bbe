package dev.uncork.rewriting.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

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

  private static void look(byte[] bytes, Set<String> found) {
    ClassNode type = new ClassNode();
    new ClassReader(bytes).accept(type, ClassReader.SKIP_FRAMES);
    for (LockSite site : LockSites.of(type)) {
      if (JdkSites.mayConcernOthers(type, site)) {
        found.add(type.name);
      }
    }
  }
}
