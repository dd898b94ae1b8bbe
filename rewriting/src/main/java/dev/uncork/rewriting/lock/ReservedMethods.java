package dev.uncork.rewriting.lock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Turns a class into one whose objects can be reserved: each synchronized method becomes a wrapper
 * around its body, which enters by the object's reservation or, without one, takes the object's own
 * monitor.
 *
 * <p>HotSpot compiles a method only when it can match each monitorexit with its monitorenter, so
 * the wrapper has the shape that javac gives a block, and no loop around it: when the monitor must
 * be given back (a reservation was made in between), the wrapper calls itself.
 */
final class ReservedMethods {
  static final String RESERVABLE = "dev/uncork/boot/reserve/Reservable";
  private static final String RESERVATION = "dev/uncork/boot/reserve/MonitorReservation";
  private static final String RESERVATION_DESC = "L" + RESERVATION + ";";
  private static final String OBJECT_DESC = "Ljava/lang/Object;";
  private static final String INTRINSIC = "Ljdk/internal/vm/annotation/IntrinsicCandidate;";
  private static final String FORCE_INLINE = "Ljdk/internal/vm/annotation/ForceInline;";
  private static final int SMALL_BODY = 48;
  private static final String ACCESSOR = "uncork$reservation";
  private static final String LEARNT = "uncork$learnt";
  private static final String SUFFIX = "$uncork";
  private static final int HIDDEN =
      Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
  private static final int NOT_WRAPPED =
      Opcodes.ACC_STATIC | Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT;

  private final ClassNode type;

  private ReservedMethods(ClassNode type) {
    this.type = type;
  }

  /** Rewrites a class; the serial version is the caller's business. */
  static void rewrite(ClassNode type) {
    ReservedMethods rewriting = new ReservedMethods(type);
    List<MethodNode> wrappers = new ArrayList<>();
    for (MethodNode method : type.methods) {
      if (isSynchronizedInstance(method)) {
        wrappers.add(rewriting.split(method));
      }
    }
    rewriting.addState();
    type.methods.addAll(wrappers);
  }

  static boolean isSynchronizedInstance(MethodNode method) {
    return (method.access & Opcodes.ACC_SYNCHRONIZED) != 0 && (method.access & NOT_WRAPPED) == 0;
  }

  private void addState() {
    type.interfaces.add(RESERVABLE);
    addField(type, ACCESSOR, OBJECT_DESC);
    addField(type, LEARNT, "I");
  }

  /** Gives a class a hidden field and public methods of the same name to read and write it. */
  static void addField(ClassNode type, String name, String descriptor) {
    type.fields.add(new FieldNode(HIDDEN, name, descriptor, null, null));
    Type kind = Type.getType(descriptor);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC;
    MethodNode get = new MethodNode(access, name, "()" + descriptor, null, null);
    get.visitVarInsn(Opcodes.ALOAD, 0);
    get.visitFieldInsn(Opcodes.GETFIELD, type.name, name, descriptor);
    get.visitInsn(kind.getOpcode(Opcodes.IRETURN));
    get.visitMaxs(1, 1);
    MethodNode set = new MethodNode(access, name, "(" + descriptor + ")V", null, null);
    set.visitVarInsn(Opcodes.ALOAD, 0);
    set.visitVarInsn(kind.getOpcode(Opcodes.ILOAD), 1);
    set.visitFieldInsn(Opcodes.PUTFIELD, type.name, name, descriptor);
    set.visitInsn(Opcodes.RETURN);
    set.visitMaxs(1 + kind.getSize(), 1 + kind.getSize());
    type.methods.add(get);
    type.methods.add(set);
  }

  /** Moves a method's body aside and returns the wrapper that takes its place. */
  private MethodNode split(MethodNode method) {
    MethodNode wrapper = movedAside(method, SUFFIX);
    new Wrapper(wrapper, method.name).write();
    if (type.name.startsWith("java/") && instructions(method) <= SMALL_BODY) {
      // The wrapper calls the body in two places. Until objects are reserved only one of them runs,
      // and HotSpot, which goes by what ran so far, would inline no body of more than 35 bytes in
      // the other. It heeds this in the JDK's own classes only.
      method.visibleAnnotations = List.of(new AnnotationNode(FORCE_INLINE));
    }
    return wrapper;
  }

  private static int instructions(MethodNode method) {
    int count = 0;
    for (AbstractInsnNode instruction : method.instructions) {
      count += instruction.getOpcode() >= 0 ? 1 : 0;
    }
    return count;
  }

  /** Makes a method private under a longer name; returns one with its face and without code. */
  static MethodNode movedAside(MethodNode method, String suffix) {
    MethodNode wrapper =
        new MethodNode(
            method.access & ~Opcodes.ACC_SYNCHRONIZED,
            method.name,
            method.desc,
            method.signature,
            method.exceptions.toArray(new String[0]));
    wrapper.parameters = method.parameters;
    wrapper.visibleAnnotations = withoutIntrinsic(method.visibleAnnotations);
    wrapper.invisibleAnnotations = method.invisibleAnnotations;
    wrapper.visibleTypeAnnotations = method.visibleTypeAnnotations;
    wrapper.invisibleTypeAnnotations = method.invisibleTypeAnnotations;
    wrapper.visibleAnnotableParameterCount = method.visibleAnnotableParameterCount;
    wrapper.visibleParameterAnnotations = method.visibleParameterAnnotations;
    wrapper.invisibleAnnotableParameterCount = method.invisibleAnnotableParameterCount;
    wrapper.invisibleParameterAnnotations = method.invisibleParameterAnnotations;
    wrapper.attrs = method.attrs;

    method.name += suffix;
    method.access =
        Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC | (method.access & Opcodes.ACC_STRICT);
    method.signature = null;
    method.parameters = null;
    method.visibleAnnotations = null;
    method.invisibleAnnotations = null;
    method.visibleTypeAnnotations = null;
    method.invisibleTypeAnnotations = null;
    method.visibleAnnotableParameterCount = 0;
    method.visibleParameterAnnotations = null;
    method.invisibleAnnotableParameterCount = 0;
    method.invisibleParameterAnnotations = null;
    method.attrs = null;
    return wrapper;
  }

  /** HotSpot's own code for a method takes the monitor, and it complains when it can't use it. */
  private static @Nullable List<AnnotationNode> withoutIntrinsic(
      @Nullable List<AnnotationNode> annotations) {
    return annotations == null
        ? null
        : annotations.stream().filter(a -> !a.desc.equals(INTRINSIC)).toList();
  }

  /** The code of one wrapper. */
  private final class Wrapper {
    private final MethodNode code;
    private final String body;
    private final Type result;
    private final Object[] locals;

    /** Local variable of the reservation, and in the other half of the code of the lock. */
    private final int free;

    Wrapper(MethodNode code, String body) {
      this.code = code;
      this.body = body;
      this.result = Type.getReturnType(code.desc);
      this.locals = parameters(type, code);
      this.free = Type.getArgumentsAndReturnSizes(code.desc) >> 2;
    }

    void write() {
      Label slow = new Label();
      hook("enter", "(L" + RESERVABLE + ";)" + RESERVATION_DESC);
      code.visitVarInsn(Opcodes.ASTORE, free);
      code.visitVarInsn(Opcodes.ALOAD, free);
      code.visitJumpInsn(Opcodes.IFNULL, slow);
      reserved();
      code.visitLabel(slow);
      frame(locals);
      withMonitor();
      code.visitMaxs(free + 4, free + 1); // The writer computes them anew.
    }

    private void reserved() {
      Label from = new Label();
      Label to = new Label();
      Label handler = new Label();
      code.visitTryCatchBlock(from, to, handler, null);
      code.visitLabel(from);
      call(body);
      code.visitLabel(to);
      exit();
      code.visitInsn(result.getOpcode(Opcodes.IRETURN));
      code.visitLabel(handler);
      frame(with(locals, RESERVATION), "java/lang/Throwable");
      exit();
      code.visitInsn(Opcodes.ATHROW);
    }

    private void withMonitor() {
      Label from = new Label();
      Label to = new Label();
      Label again = new Label();
      Label againTo = new Label();
      Label handler = new Label();
      Label handlerTo = new Label();
      code.visitTryCatchBlock(from, to, handler, null);
      code.visitTryCatchBlock(again, againTo, handler, null);
      code.visitTryCatchBlock(handler, handlerTo, handler, null);
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitInsn(Opcodes.DUP);
      code.visitVarInsn(Opcodes.ASTORE, free);
      code.visitInsn(Opcodes.MONITORENTER);
      code.visitLabel(from);
      code.visitVarInsn(Opcodes.ALOAD, free);
      code.visitMethodInsn(
          Opcodes.INVOKESTATIC, SiteHooks.HOOKS, "entered", "(L" + RESERVABLE + ";)Z", false);
      code.visitJumpInsn(Opcodes.IFEQ, again);
      call(body);
      leave();
      code.visitLabel(to);
      code.visitInsn(result.getOpcode(Opcodes.IRETURN));
      code.visitLabel(again);
      frame(with(locals, RESERVABLE));
      leave();
      code.visitLabel(againTo);
      call(code.name);
      code.visitInsn(result.getOpcode(Opcodes.IRETURN));
      code.visitLabel(handler);
      frame(with(locals, RESERVABLE), "java/lang/Throwable");
      leave();
      code.visitLabel(handlerTo);
      code.visitInsn(Opcodes.ATHROW);
    }

    private void hook(String name, String descriptor) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitMethodInsn(Opcodes.INVOKESTATIC, SiteHooks.HOOKS, name, descriptor, false);
    }

    private void exit() {
      code.visitVarInsn(Opcodes.ALOAD, free);
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          SiteHooks.HOOKS,
          "exit",
          "(" + RESERVATION_DESC + "Ljava/lang/Object;)V",
          false);
    }

    private void leave() {
      code.visitVarInsn(Opcodes.ALOAD, free);
      code.visitInsn(Opcodes.MONITOREXIT);
    }

    private void call(String name) {
      callOwn(code, type, name);
    }

    private void frame(Object[] frameLocals, Object... stack) {
      code.visitFrame(Opcodes.F_NEW, frameLocals.length, frameLocals, stack.length, stack);
    }
  }

  /** Calls a method of this very class with its own arguments, not one that overrides it. */
  static void callOwn(MethodNode code, ClassNode type, String name) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    int local = 1;
    for (Type argument : Type.getArgumentTypes(code.desc)) {
      code.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
      local += argument.getSize();
    }
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, type.name, name, code.desc, false);
  }

  /** The local variables that an instance method begins with, as stack map frames want them. */
  static Object[] parameters(ClassNode type, MethodNode code) {
    Type[] arguments = Type.getArgumentTypes(code.desc);
    Object[] locals = new Object[arguments.length + 1];
    locals[0] = type.name;
    for (int i = 0; i < arguments.length; i++) {
      locals[i + 1] = frameType(arguments[i]);
    }
    return locals;
  }

  static Object[] with(Object[] locals, Object more) {
    Object[] longer = Arrays.copyOf(locals, locals.length + 1);
    longer[locals.length] = more;
    return longer;
  }

  private static Object frameType(Type type) {
    return switch (type.getSort()) {
      case Type.BOOLEAN, Type.BYTE, Type.CHAR, Type.SHORT, Type.INT -> Opcodes.INTEGER;
      case Type.FLOAT -> Opcodes.FLOAT;
      case Type.LONG -> Opcodes.LONG;
      case Type.DOUBLE -> Opcodes.DOUBLE;
      default -> type.getInternalName();
    };
  }
}
