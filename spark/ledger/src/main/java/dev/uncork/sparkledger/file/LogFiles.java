package dev.uncork.sparkledger.file;

import java.nio.file.Path;
import java.util.List;

/**
 * An event log as files.
 *
 * @param path the file, or the directory of one that is rolled
 * @param parts files to read, in this order
 * @param inProgress whether Spark says that the application runs, or it was killed
 * @param compacted whether Spark has thrown away events of jobs that had ended
 * @param missing numbers of parts that should be there
 */
public record LogFiles(
    Path path, List<Path> parts, boolean inProgress, boolean compacted, List<Integer> missing) {}
