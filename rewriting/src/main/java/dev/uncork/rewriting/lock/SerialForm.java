package dev.uncork.rewriting.lock;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.SerialVersionUIDAdder;
import org.objectweb.asm.tree.ClassNode;

/** What of a class serialization sees, which rewriting must keep. */
public final class SerialForm {
  private static final String OBJECT = "java/lang/Object";

  private SerialForm() {}

  /** Whether a class has a supertype, as far as its supertypes are known; yes when in doubt. */
  public static boolean mayBe(ClassNode type, String wanted, ClassSource source) {
    List<String> open = new ArrayList<>(type.interfaces);
    open.add(type.superName);
    Set<String> seen = new HashSet<>(Set.of(OBJECT));
    while (!open.isEmpty()) {
      String next = open.remove(open.size() - 1);
      if (next.equals(wanted)) {
        return true;
      }
      if (seen.add(next)) {
        byte[] bytes = source.bytes(next);
        if (bytes == null) {
          return true;
        }
        ClassReader reader = new ClassReader(bytes);
        open.addAll(List.of(reader.getInterfaces()));
        if (reader.getSuperName() != null) {
          open.add(reader.getSuperName());
        }
      }
    }
    return false;
  }

  /**
   * Reads a class that is going to be rewritten. The default serial version depends on members and
   * interfaces: where it may matter, it is fixed at the original's.
   */
  public static ClassNode keep(ClassReader reader, ClassNode type, ClassSource source) {
    if (!mayBe(type, "java/io/Serializable", source)) {
      return type;
    }
    ClassNode fixed = new ClassNode();
    reader.accept(new SerialVersionUIDAdder(Opcodes.ASM9, fixed) {}, ClassReader.EXPAND_FRAMES);
    return fixed;
  }
}
