import java.io.File;
import java.net.InetSocketAddress;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/**
 * A ZooKeeper server whose clients, in another process, create nodes. Argument: a folder. The
 * setting zookeeper.forceSync decides whether the server forces its log to the disk.
 */
public final class ZooKeeperCreates {
  private static final int CLIENTS = 32;
  private static final int TICK_MILLIS = 2000;

  private ZooKeeperCreates() {}

  public static void main(String[] args) throws Exception {
    File folder = Load.emptyFolder(args[0]);
    ZooKeeperServer server = new ZooKeeperServer(folder, folder, TICK_MILLIS);
    ServerCnxnFactory factory = new NIOServerCnxnFactory();
    factory.configure(new InetSocketAddress("localhost", 0), 2 * CLIENTS);
    factory.startup(server);
    Load.clients(NodeCreators.class, "localhost:" + factory.getLocalPort(), CLIENTS);
    Load.measure(() -> server.getZKDatabase().getNodeCount());
  }
}
