package dev.uncork.agent.observe.code;

import dev.uncork.agent.observe.code.HotStacks.HotStack;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Which fields and locks methods on stacks have to do with. */
public final class FieldUses {
  private static final int MOST_METHODS = 512;

  private static final Set<String> LOCKS =
      Set.of(
          "java.util.concurrent.locks.ReentrantLock",
          "java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock",
          "java.util.concurrent.locks.ReentrantReadWriteLock$WriteLock");

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

  /**
   * The methods by which those on these stacks, or those that they call, take locks of the JDK's
   * that code names by their class.
   */
  public Set<CodePlace> locksOf(List<HotStack> stacks) {
    Set<CodePlace> places = new LinkedHashSet<>();
    Set<CodePlace> locks = new LinkedHashSet<>();
    for (HotStack stack : stacks) {
      for (CodePlace place : stack.frames()) {
        (place.isOfProgram() ? places : locks).add(place.anywhere());
      }
    }
    for (CodePlace place : Callees.with(places, code, MOST_METHODS)) {
      for (MethodNode method : code.methods(place)) {
        for (AbstractInsnNode instruction : method.instructions) {
          if (instruction instanceof MethodInsnNode call) {
            locks.add(new CodePlace(call.owner.replace('/', '.'), call.name, 0));
          }
        }
      }
    }
    locks.removeIf(method -> !method.method().equals("lock") || !LOCKS.contains(method.type()));
    return locks;
  }

  private Set<String> find(CodePlace place) {
    Set<String> fields = new HashSet<>();
    for (MethodNode method : code.methods(place)) {
      for (AbstractInsnNode instruction : method.instructions) {
        if (instruction instanceof FieldInsnNode field) {
          fields.add(field.owner.replace('/', '.') + "." + field.name);
        }
      }
    }
    return fields;
  }
}
