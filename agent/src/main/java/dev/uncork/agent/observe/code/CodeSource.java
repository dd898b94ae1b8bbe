package dev.uncork.agent.observe.code;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.ClassNode;

/** Where the code of classes comes from. */
interface CodeSource {
  /** The code of a class, by the name that {@link Class#getName} gives; null where unknown. */
  @Nullable ClassNode of(String name);
}
