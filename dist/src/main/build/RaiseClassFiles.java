import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Raises the class files of a library to version 52, with stack maps: {@code RaiseClassFiles
 * DIRECTORY NAME} does so in {@code DIRECTORY/NAME-*.jar}. Class data archives take no class of
 * before Java 6, and verifying one by inference is slow. Nothing else is changed, times included,
 * so that builds are reproducible. The library must be on the class path.
 */
final class RaiseClassFiles {
  private RaiseClassFiles() {}

  public static void main(String[] args) throws IOException {
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(Path.of(args[0]), args[1] + "-*.jar")) {
      for (Path jar : jars) {
        Files.write(jar, raised(jar));
      }
    }
  }

  private static byte[] raised(Path jar) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipFile in = new ZipFile(jar.toFile());
        ZipOutputStream out = new ZipOutputStream(bytes)) {
      for (ZipEntry entry : Collections.list(in.entries())) {
        byte[] content = in.getInputStream(entry).readAllBytes();
        ZipEntry copy = new ZipEntry(entry.getName());
        copy.setTime(entry.getTime());
        out.putNextEntry(copy);
        out.write(isOldClass(entry, content) ? raised(content) : content);
        out.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static boolean isOldClass(ZipEntry entry, byte[] content) {
    return entry.getName().endsWith(".class") && content[7] < Opcodes.V1_8;
  }

  private static byte[] raised(byte[] classFile) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    ClassVisitor raising =
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public void visit(
              int version, int access, String name, String signature, String parent, String[] of) {
            super.visit(Opcodes.V1_8, access, name, signature, parent, of);
          }
        };
    new ClassReader(classFile).accept(raising, ClassReader.SKIP_FRAMES);
    return writer.toByteArray();
  }
}
