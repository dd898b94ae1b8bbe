package dev.uncork.agent.observe.code;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.MethodNode;

/** Where the code of classes comes from. */
interface CodeSource {
  /** The code of a class, by the name that {@link Class#getName} gives; null where unknown. */
  @Nullable ClassFileCode of(String name);

  /** The program's own classes that directly extend or implement a type, by their names. */
  default List<String> subtypes(String name) {
    return List.of();
  }

  /** The methods of a name that a class has itself; none where its code is unknown. */
  default List<MethodNode> methods(CodePlace place) {
    ClassFileCode type = of(place.type());
    return type == null ? List.of() : type.methods(place.method());
  }
}
