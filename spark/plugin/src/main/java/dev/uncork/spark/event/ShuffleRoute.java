package dev.uncork.spark.event;

/** What came to an executor by one route. */
public final class ShuffleRoute {
  /** Such as {@code shared memory}, {@code ucx}, or {@code netty no memory}. */
  public String route = "";

  /** Whether it was taken since a better one did not work; the route's name says why. */
  public boolean instead;

  /** How many blocks were asked for. */
  public long blocks;

  /** How many bytes of these have arrived. */
  public long bytes;

  /** For Jackson. */
  public ShuffleRoute() {}

  public ShuffleRoute(String route, boolean instead, long blocks, long bytes) {
    this.route = route;
    this.instead = instead;
    this.blocks = blocks;
    this.bytes = bytes;
  }

  /** One line that {@link #parse} reads. */
  public String toLine() {
    return String.join("\t", route, instead + "", blocks + "", bytes + "");
  }

  /** Reads what {@link #toLine} wrote. */
  public static ShuffleRoute parse(String line) {
    String[] parts = line.split("\t", -1);
    return new ShuffleRoute(
        parts[0],
        Boolean.parseBoolean(parts[1]),
        Long.parseLong(parts[2]),
        Long.parseLong(parts[3]));
  }
}
