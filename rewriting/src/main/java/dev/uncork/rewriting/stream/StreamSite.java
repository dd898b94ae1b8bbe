package dev.uncork.rewriting.stream;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A place where a constructor makes a data stream over a buffered one and stores it in a field of
 * its own object: {@code this.f = new DataOutputStream(new BufferedOutputStream(out))}.
 */
final class StreamSite {
  private static final String BOOT = "dev/uncork/boot/stream/";

  private final TypeInsnNode newData;
  private final TypeInsnNode newBuffer;
  private final MethodInsnNode initBuffer;
  private final MethodInsnNode initData;
  private final FieldInsnNode store;

  private StreamSite(
      TypeInsnNode newData,
      TypeInsnNode newBuffer,
      MethodInsnNode initBuffer,
      MethodInsnNode initData,
      FieldInsnNode store) {
    this.newData = newData;
    this.newBuffer = newBuffer;
    this.initBuffer = initBuffer;
    this.initData = initData;
    this.store = store;
  }

  /** All such places in a class. */
  static List<StreamSite> in(ClassNode type) {
    List<StreamSite> sites = new ArrayList<>();
    for (MethodNode method : type.methods) {
      if (method.name.equals("<init>")) {
        for (AbstractInsnNode instruction : method.instructions) {
          StreamSite site = at(type, instruction);
          if (site != null) {
            sites.add(site);
          }
        }
      }
    }
    return sites;
  }

  private static @Nullable StreamSite at(ClassNode type, AbstractInsnNode first) {
    if (!(first instanceof TypeInsnNode data) || first.getOpcode() != Opcodes.NEW) {
      return null;
    }
    boolean output = data.desc.equals("java/io/DataOutputStream");
    if (!output && !data.desc.equals("java/io/DataInputStream")) {
      return null;
    }
    String buffered = output ? "java/io/BufferedOutputStream" : "java/io/BufferedInputStream";
    AbstractInsnNode dup = next(data);
    AbstractInsnNode second = next(dup);
    AbstractInsnNode secondDup = next(second);
    AbstractInsnNode source = next(secondDup);
    AbstractInsnNode innerInit = next(source);
    AbstractInsnNode outerInit = next(innerInit);
    AbstractInsnNode last = next(outerInit);
    return previous(data) instanceof VarInsnNode self
            && self.getOpcode() == Opcodes.ALOAD
            && self.var == 0
            && second instanceof TypeInsnNode buffer
            && buffer.desc.equals(buffered)
            && source instanceof VarInsnNode
            && innerInit instanceof MethodInsnNode initBuffer
            && isInit(initBuffer, buffered, output)
            && outerInit instanceof MethodInsnNode initData
            && isInit(initData, data.desc, output)
            && last instanceof FieldInsnNode store
            && store.getOpcode() == Opcodes.PUTFIELD
            && store.owner.equals(type.name)
        ? new StreamSite(data, buffer, initBuffer, initData, store)
        : null;
  }

  private static boolean isInit(MethodInsnNode call, String owner, boolean output) {
    return call.name.equals("<init>")
        && call.owner.equals(owner)
        && call.desc.equals(output ? "(Ljava/io/OutputStream;)V" : "(Ljava/io/InputStream;)V");
  }

  /** The next instruction that does something. */
  private static @Nullable AbstractInsnNode next(@Nullable AbstractInsnNode instruction) {
    AbstractInsnNode next = instruction == null ? null : instruction.getNext();
    while (next != null && next.getOpcode() < 0) {
      next = next.getNext();
    }
    return next;
  }

  private static @Nullable AbstractInsnNode previous(AbstractInsnNode instruction) {
    AbstractInsnNode previous = instruction.getPrevious();
    while (previous != null && previous.getOpcode() < 0) {
      previous = previous.getPrevious();
    }
    return previous;
  }

  /** The field's name. */
  String field() {
    return store.name;
  }

  /** The instruction that stores the stream. */
  AbstractInsnNode store() {
    return store;
  }

  /** Makes streams without locks here. */
  void replace() {
    boolean output = newData.desc.equals("java/io/DataOutputStream");
    newBuffer.desc = BOOT + (output ? "UnlockedOutput" : "UnlockedInput");
    initBuffer.owner = newBuffer.desc;
    if (output) {
      newData.desc = BOOT + "UnlockedDataOutput";
      initData.owner = newData.desc;
    }
  }
}
