package dev.uncork.rewriting.lock;

import org.jspecify.annotations.Nullable;

/** Where the class files come from: a class path, a JDK, a class loader. */
public interface ClassSource {
  /**
   * The bytes of a class.
   *
   * @param internalName name of the class with slashes
   * @return null when it isn't found
   */
  byte @Nullable [] bytes(String internalName);
}
