package dev.uncork.rewriting.lock;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Methods of a class that their hooks would make longer than HotSpot compiles, or than a method may
 * be. Such a method does without those that it can spare: before blocks on objects that are exactly
 * {@code java.lang.Object}s, which are never reserved.
 *
 * @param needless the instructions that are not hooked
 * @param against the methods that get too long all the same
 */
record HookRoom(Set<AbstractInsnNode> needless, List<Reason> against) {
  /** HotSpot's HugeMethodLimit, which only builds for debugging can change. */
  private static final int COMPILED_BYTES = 8_000;

  private static final int MOST_BYTES = 65_535;

  /**
   * Looks at a class.
   *
   * @param file what the class was read from
   * @param classes whether blocks on class constants are hooked
   */
  static HookRoom of(ClassReader file, ClassNode type, boolean classes) {
    HookRoom room = new HookRoom(new HashSet<>(), new ArrayList<>());
    if (type.methods.stream().noneMatch(m -> growth(m, Set.of(), classes) > 0)) {
      return room;
    }
    int[] lengths = codeLengths(file);
    Set<AbstractInsnNode> spare = null;
    for (int i = 0; i < lengths.length; i++) {
      MethodNode method = type.methods.get(i);
      int most = lengths[i] <= COMPILED_BYTES ? COMPILED_BYTES : MOST_BYTES;
      if (lengths[i] + growth(method, Set.of(), classes) > most) {
        spare = spare == null ? LockSites.onPlainObjects(type) : spare;
        room.needless.addAll(List.of(method.instructions.toArray()));
        room.needless.retainAll(spare);
        int hooked = lengths[i] + growth(method, spare, classes);
        if (hooked > most) {
          room.against.add(Reason.at(type, method, null, describe(lengths[i], hooked, most)));
        }
      }
    }
    return room;
  }

  private static int growth(MethodNode method, Set<AbstractInsnNode> without, boolean classes) {
    int bytes = 0;
    for (AbstractInsnNode instruction : method.instructions) {
      bytes += without.contains(instruction) ? 0 : SiteHooks.growth(instruction, classes);
    }
    return bytes;
  }

  private static String describe(int length, int hooked, int most) {
    return "its code of "
        + length
        + " bytes would have "
        + hooked
        + " with the hooks, and "
        + (most == COMPILED_BYTES ? "HotSpot compiles " + most : "a method has " + most)
        + " at most";
  }

  /** Bytes of code of each method, in the order of the file; 0 where it has none. */
  static int[] codeLengths(ClassReader file) {
    int at = file.header + 6; // Behind access flags, this class, superclass.
    at += 2 + 2 * file.readUnsignedShort(at); // interfaces
    int fields = file.readUnsignedShort(at);
    at += 2;
    for (int i = 0; i < fields; i++) {
      at = behindAttributes(file, at + 6);
    }
    char[] buffer = new char[file.getMaxStringLength()];
    int[] lengths = new int[file.readUnsignedShort(at)];
    at += 2;
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = codeLength(file, at + 6, buffer);
      at = behindAttributes(file, at + 6);
    }
    return lengths;
  }

  private static int codeLength(ClassReader file, int attributes, char[] buffer) {
    int at = attributes + 2;
    for (int i = file.readUnsignedShort(attributes); i > 0; i--) {
      if ("Code".equals(file.readUTF8(at, buffer))) {
        return file.readInt(at + 10); // Behind max_stack and max_locals.
      }
      at += 6 + file.readInt(at + 2);
    }
    return 0;
  }

  private static int behindAttributes(ClassReader file, int attributes) {
    int at = attributes + 2;
    for (int i = file.readUnsignedShort(attributes); i > 0; i--) {
      at += 6 + file.readInt(at + 2);
    }
    return at;
  }
}
