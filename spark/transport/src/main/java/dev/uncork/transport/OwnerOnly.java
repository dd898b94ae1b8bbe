package dev.uncork.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;

/** What nobody but the user of this process may read. */
final class OwnerOnly {
  static final FileAttribute<Set<PosixFilePermission>> FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  static final FileAttribute<Set<PosixFilePermission>> DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private static final Path THIS_PROCESS = Path.of("/proc/self");

  private OwnerOnly() {}

  /**
   * Whether a directory, no symbolic link, belongs to the user of this process and nobody else may
   * enter. Users are compared by number, since in a container they may have no name.
   */
  static boolean is(Path directory) {
    try {
      Map<String, Object> found =
          Files.readAttributes(
              directory, "unix:uid,permissions,isDirectory", LinkOption.NOFOLLOW_LINKS);
      return Boolean.TRUE.equals(found.get("isDirectory"))
          && DIRECTORY.value().equals(found.get("permissions"))
          && Files.getAttribute(THIS_PROCESS, "unix:uid").equals(found.get("uid"));
    } catch (IOException e) {
      return false;
    }
  }
}
