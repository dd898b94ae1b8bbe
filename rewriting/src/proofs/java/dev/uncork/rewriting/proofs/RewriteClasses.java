package dev.uncork.rewriting.proofs;

import dev.uncork.rewriting.lock.ClassSource;
import dev.uncork.rewriting.lock.LockRewriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Rewrites the classes of the memory-model tests, from one folder into another, and makes the boot
 * class without a fence for the control. Arguments: folder of the compiled classes, folder for the
 * rewritten ones, folder for the control's.
 */
public final class RewriteClasses {
  private static final String PACKAGE = "dev/uncork/rewriting/proofs/stress/";
  private static final String FENCE = "dev/uncork/boot/jvm/Fence.class";

  private RewriteClasses() {}

  public static void main(String[] arguments) throws IOException {
    Path compiled = Path.of(arguments[0]);
    ClassSource source = RewriteClasses::read;
    LockRewriter rewriter =
        new LockRewriter(source, name -> name.equals(PACKAGE + "Tally"), name -> true);
    int reserved = 0;
    List<Path> files;
    try (Stream<Path> all = Files.list(compiled.resolve(PACKAGE))) {
      files = all.filter(file -> file.toString().endsWith(".class")).toList();
    }
    for (Path file : files) {
      LockRewriter.Result result = rewriter.rewrite(Files.readAllBytes(file));
      byte[] rewritten = result.bytes();
      if (rewritten != null) {
        write(Path.of(arguments[1]).resolve(compiled.relativize(file)), rewritten);
      }
      reserved += result.reserved();
    }
    if (reserved == 0) {
      throw new IOException("nothing was rewritten in " + compiled + "; expected Tally");
    }
    write(Path.of(arguments[2]).resolve(FENCE), withoutFence());
  }

  private static byte[] withoutFence() throws IOException {
    byte[] original = read(FENCE.substring(0, FENCE.length() - ".class".length()));
    if (original == null) {
      throw new IOException(FENCE + " is not on the class path; expected uncork-boot");
    }
    ClassNode type = new ClassNode();
    new ClassReader(original).accept(type, 0);
    for (MethodNode method : type.methods) {
      if (method.name.equals("heavy")) {
        method.instructions.clear();
        method.tryCatchBlocks.clear();
        method.localVariables = null;
        method.instructions.add(new InsnNode(Opcodes.RETURN));
      }
    }
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    type.accept(writer);
    return writer.toByteArray();
  }

  private static byte[] read(String internalName) {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(internalName + ".class")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      return null;
    }
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }
}
