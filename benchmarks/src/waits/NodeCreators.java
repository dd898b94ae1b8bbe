import java.util.concurrent.atomic.LongAdder;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;

/** Clients of ZooKeeper that create nodes. Arguments: host and port, and clients. */
public final class NodeCreators {
  private static final int TIMEOUT_MILLIS = 30_000;

  private NodeCreators() {}

  public static void main(String[] args) throws Exception {
    byte[] content = new byte[100];
    Load.start(
        "client",
        Integer.parseInt(args[1]),
        thread -> {
          ZooKeeper client = new ZooKeeper(args[0], TIMEOUT_MILLIS, event -> {});
          return () ->
              client.create(
                  "/node-", content, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT_SEQUENTIAL);
        },
        new LongAdder());
    Thread.currentThread().join();
  }
}
