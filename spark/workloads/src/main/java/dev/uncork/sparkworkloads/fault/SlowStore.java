package dev.uncork.sparkworkloads.fault;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/** Local files that take long to rename, as the objects of a store do. */
public final class SlowStore extends RawLocalFileSystem {
  static final String SCHEME = "slow";
  private static final long RENAME_MILLIS = 30;

  @Override
  public URI getUri() {
    return URI.create(SCHEME + ":///");
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    try {
      Thread.sleep(RENAME_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + from + " was renamed", e);
    }
    return super.rename(from, to);
  }

  /** Stores have none, and a process for each file would take longer than the file. */
  @Override
  public void setPermission(Path path, FsPermission permission) {}
}
