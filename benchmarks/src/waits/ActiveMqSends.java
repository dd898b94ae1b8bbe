import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;

/**
 * Eight threads that send persistent messages to an ActiveMQ broker in the same process. Arguments:
 * a folder, and when its journal is forced to the disk, as its setting journalDiskSyncStrategy.
 */
public final class ActiveMqSends {
  private static final int THREADS = 8;
  private static final long MEMORY = 400L << 20;

  private ActiveMqSends() {}

  public static void main(String[] args) throws Exception {
    KahaDBPersistenceAdapter store = new KahaDBPersistenceAdapter();
    store.setDirectory(Load.emptyFolder(args[0]));
    store.setJournalDiskSyncStrategy(args[1]);
    BrokerService broker = new BrokerService();
    broker.setBrokerName("waits");
    broker.setUseJmx(false);
    broker.setUseShutdownHook(false);
    broker.setPersistenceAdapter(store);
    broker.getSystemUsage().getMemoryUsage().setLimit(MEMORY);
    broker.start();
    broker.waitUntilStarted();
    ActiveMQConnectionFactory factory =
        new ActiveMQConnectionFactory("vm://waits?create=false&jms.watchTopicAdvisories=false");
    Load.of("producer", THREADS, thread -> sending(factory, "queue-" + thread));
  }

  private static Load.Step sending(ActiveMQConnectionFactory factory, String queue)
      throws Exception {
    Connection connection = factory.createConnection();
    connection.start();
    Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    MessageProducer producer = session.createProducer(session.createQueue(queue));
    producer.setDeliveryMode(DeliveryMode.PERSISTENT);
    byte[] content = new byte[1024];
    return () -> {
      BytesMessage message = session.createBytesMessage();
      message.writeBytes(content);
      producer.send(message);
    };
  }
}
