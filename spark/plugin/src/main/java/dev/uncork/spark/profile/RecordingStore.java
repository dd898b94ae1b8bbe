package dev.uncork.spark.profile;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.SparkHadoopUtil;

/**
 * Where the recordings of an application are kept: a directory of its own below {@code
 * spark.uncork.recordings}, on this machine's disks or on any file system that Hadoop knows.
 *
 * <p>A recording appears under its name when it is complete.
 */
final class RecordingStore {
  private final SparkConf conf;
  private final String place;
  private final String application;

  RecordingStore(SparkConf conf, String place, String application) {
    this.conf = conf;
    this.place = place;
    this.application = application;
  }

  /** Keeps a copy of a recording. */
  void keep(java.nio.file.Path recording, String name) throws IOException {
    if (onThisMachine()) {
      java.nio.file.Path directory = localPlace().resolve(application);
      Files.createDirectories(directory);
      java.nio.file.Path part = directory.resolve("." + name + ".part");
      Files.copy(recording, part, StandardCopyOption.REPLACE_EXISTING);
      Files.move(part, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
      return;
    }
    Configuration hadoop = SparkHadoopUtil.get().newConfiguration(conf);
    Path directory = new Path(new Path(place), application);
    FileSystem fileSystem = directory.getFileSystem(hadoop);
    fileSystem.mkdirs(directory);
    Path part = new Path(directory, "." + name + ".part");
    try (InputStream in = Files.newInputStream(recording);
        OutputStream out = fileSystem.create(part, true)) {
      in.transferTo(out);
    }
    if (!fileSystem.rename(part, new Path(directory, name))) {
      throw new IOException("cannot rename " + part + " to " + name);
    }
  }

  private boolean onThisMachine() {
    return !place.contains(":") || place.startsWith("file:");
  }

  private java.nio.file.Path localPlace() {
    return place.startsWith("file:")
        ? java.nio.file.Path.of(URI.create(place).getPath())
        : java.nio.file.Path.of(place);
  }
}
