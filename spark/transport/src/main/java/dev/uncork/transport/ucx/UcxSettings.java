package dev.uncork.transport.ucx;

/**
 * What of UCX is used. UCX's own settings, the environment variables {@code UCX_*}, hold too, apart
 * from {@code UCX_TLS}: {@code UCX_NET_DEVICES}, for instance, chooses devices.
 *
 * @param library a path, or a name that the dynamic linker looks for
 * @param transports with commas between them: {@code rc} (or {@code rc_verbs}, {@code rc_mlx5}) for
 *     RDMA; {@code sm} or {@code posix}, which stay on this host, for tests
 */
public record UcxSettings(String library, String transports) {
  /** The system's UCX over RDMA. */
  public static UcxSettings defaults() {
    return new UcxSettings("libucp.so.0", "rc");
  }

  /** The same over other transports. */
  public UcxSettings withTransports(String names) {
    return new UcxSettings(library, names);
  }
}
