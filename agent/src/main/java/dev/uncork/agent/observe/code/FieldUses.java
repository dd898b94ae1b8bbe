package dev.uncork.agent.observe.code;

import dev.uncork.agent.observe.code.HotStacks.HotStack;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Which fields methods on stacks have to do with. */
public final class FieldUses {
  private static final int MOST_METHODS = 512;

  private final ClassCode code;
  private final Map<String, Set<String>> ofMethod = new HashMap<>();

  /** Knows none yet. */
  public FieldUses(ClassCode code) {
    this.code = code;
  }

  /**
   * The fields that methods of the program on these stacks read or write, or those that they call;
   * class and name.
   */
  public Set<String> ofMethods(List<HotStack> stacks) {
    Set<CodePlace> places = new HashSet<>();
    for (HotStack stack : stacks) {
      for (CodePlace place : stack.frames()) {
        if (place.isOfProgram()) {
          places.add(place);
        }
      }
    }
    Set<String> fields = new HashSet<>();
    for (CodePlace place : Callees.with(places, code, MOST_METHODS)) {
      fields.addAll(ofMethod.computeIfAbsent(place.name(), name -> find(place)));
    }
    return fields;
  }

  private Set<String> find(CodePlace place) {
    Set<String> fields = new HashSet<>();
    ClassNode type = code.of(place.type());
    if (type != null) {
      for (MethodNode method : type.methods) {
        if (method.name.equals(place.method())) {
          for (AbstractInsnNode instruction : method.instructions) {
            if (instruction instanceof FieldInsnNode field) {
              fields.add(field.owner.replace('/', '.') + "." + field.name);
            }
          }
        }
      }
    }
    return fields;
  }
}
