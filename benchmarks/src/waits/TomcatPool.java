import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.LongAdder;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/**
 * A servlet in Tomcat that asks a database by a pool of connections; 32 clients in another process
 * ask for its page. The statement takes 10 ms, as one does for which the database has to wait.
 * Arguments: a folder, and connections of the pool.
 */
public final class TomcatPool {
  private static final int CLIENTS = 32;

  private TomcatPool() {}

  public static void main(String[] args) throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1");
    config.setMaximumPoolSize(Integer.parseInt(args[1]));
    HikariDataSource pool = new HikariDataSource(config);
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create alias pause for 'java.lang.Thread.sleep(long)'");
    }
    LongAdder done = new LongAdder();
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Load.emptyFolder(args[0]).toString());
    tomcat.setPort(0);
    tomcat.setSilent(true);
    Context context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "page", new Page(pool, done));
    context.addServletMappingDecoded("/", "page");
    tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
    tomcat.start();
    Load.clients(
        PageClients.class,
        "http://localhost:" + tomcat.getConnector().getLocalPort() + "/",
        CLIENTS);
    Load.measure(done::sum);
  }

  private static final class Page extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient HikariDataSource pool;
    private final transient LongAdder done;

    Page(HikariDataSource pool, LongAdder done) {
      this.pool = pool;
      this.done = done;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      try (Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("call pause(10)");
      } catch (SQLException e) {
        throw new IOException(e);
      }
      response.getWriter().println("Hello");
      done.increment();
    }
  }
}
