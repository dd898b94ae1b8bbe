package dev.uncork.diagnosis.library;

import static dev.uncork.diagnosis.stack.Activity.CONDITION;
import static dev.uncork.diagnosis.stack.Activity.LOCK;
import static dev.uncork.diagnosis.stack.Activity.QUEUE_EMPTY;
import static dev.uncork.diagnosis.stack.Activity.QUEUE_FULL;
import static dev.uncork.diagnosis.stack.Activity.SOCKET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Libraries;
import dev.uncork.diagnosis.stack.LibraryWait;
import dev.uncork.recording.Frame;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which library's setting decides on a wait. */
final class LibraryWaitsTest {
  private static final Libraries LIBRARIES = new LibraryWaits();
  private static final String PARK = "java.util.concurrent.locks.LockSupport.parkNanos";

  @Test
  void aThreadWithoutAConnectionWaitsForThePool() {
    LibraryWait wait =
        match(
                QUEUE_EMPTY,
                PARK,
                "java.util.concurrent.SynchronousQueue.poll",
                "com.zaxxer.hikari.util.ConcurrentBag.borrow",
                "com.zaxxer.hikari.pool.HikariPool.getConnection",
                "com.zaxxer.hikari.HikariDataSource.getConnection",
                "com.acme.Shop.order")
            .orElseThrow();
    assertThat(wait)
        .isEqualTo(
            new LibraryWait(
                "HikariCP", Activity.PERMIT, "connection pool", "maximumPoolSize", "10"));
  }

  @Test
  void aThreadThatTestsAConnectionDoesNotWaitForThePool() {
    assertThat(
            match(
                SOCKET,
                "sun.nio.ch.NioSocketImpl.read",
                "org.postgresql.core.VisibleBufferedInputStream.readMore",
                "org.postgresql.jdbc.PgConnection.isValid",
                "com.zaxxer.hikari.pool.PoolBase.isConnectionDead",
                "com.zaxxer.hikari.pool.HikariPool.getConnection",
                "com.acme.Shop.order"))
        .map(LibraryWait::library)
        .hasValue("PostgreSQL's driver");
  }

  @Test
  void aLibraryThatAnotherCarriesUnderItsOwnNameIsKnown() {
    String[] loop = {"epollWait0", "epollWait"};
    for (String where : List.of("", "io.grpc.netty.shaded.", "org.apache.hadoop.thirdparty.")) {
      String type = where + "io.netty.channel.epoll.Native.";
      assertThat(match(Activity.NATIVE, type + loop[0], type + loop[1]))
          .map(LibraryWait::library)
          .as(where)
          .hasValue("Netty");
    }
    assertThat(match(Activity.NATIVE, "com.acme.io.netty.channel.epoll.Native.epollWait0"))
        .isEmpty();
  }

  @Test
  void aLibraryThatWaitsThroughAnotherKnowsBetter() {
    String[] pool = {
      PARK,
      "org.apache.commons.pool2.impl.LinkedBlockingDeque.takeFirst",
      "org.apache.commons.pool2.impl.GenericObjectPool.borrowObject"
    };
    assertThat(match(CONDITION, with(pool, "com.acme.Shop.order")))
        .map(LibraryWait::library)
        .hasValue("Commons Pool");
    assertThat(
            match(
                CONDITION, with(pool, "org.apache.commons.dbcp2.PoolingDataSource.getConnection")))
        .map(LibraryWait::library)
        .hasValue("DBCP");
    assertThat(match(CONDITION, with(pool, "redis.clients.jedis.util.Pool.getResource")))
        .map(LibraryWait::library)
        .hasValue("Jedis");
  }

  @Test
  void whoWaitsForAPermitByMeansOfAFutureWaitsForThePermit() {
    String[] future = {PARK, "org.apache.hc.core5.concurrent.BasicFuture.get"};
    assertThat(
            match(
                CONDITION,
                with(
                    future,
                    "org.apache.hc.client5.http.impl.classic.InternalExecRuntime.acquireEndpoint")))
        .map(LibraryWait::setting)
        .hasValue("setMaxConnPerRoute and setMaxConnTotal");
    assertThat(match(CONDITION, with(future, "com.acme.Shop.order")))
        .map(LibraryWait::activity)
        .hasValue(SOCKET);
  }

  @Test
  void aMethodTellsMoreThanAWholeClassFurtherOut() {
    assertThat(
            match(
                LOCK,
                "java.lang.Object.wait",
                "org.h2.mvstore.tx.Transaction.waitForThisToEnd",
                "org.h2.command.Command.executeUpdate",
                "com.acme.Shop.order"))
        .map(LibraryWait::object)
        .hasValue("lock of a table or row");
  }

  @Test
  void whatAThreadDoesIsToldByItsInnermostWait() {
    Optional<LibraryWait> wait =
        match(
            CONDITION,
            "java.lang.Object.wait",
            "org.apache.log4j.AsyncAppender.append",
            "org.apache.log4j.AppenderSkeleton.doAppend",
            "org.apache.log4j.Category.callAppenders",
            "com.acme.Shop.order");
    assertThat(wait).map(LibraryWait::setting).hasValue("bufferSize");
    assertThat(match(LOCK, "org.apache.log4j.Category.callAppenders", "com.acme.Shop.order"))
        .map(LibraryWait::activity)
        .hasValue(LOCK);
  }

  @Test
  void aLoggerThatWaitsInTheDisruptorIsNamedWithItsOwnSetting() {
    assertThat(
            match(
                QUEUE_FULL,
                PARK,
                "com.lmax.disruptor.MultiProducerSequencer.next",
                "com.lmax.disruptor.RingBuffer.publishEvent",
                "org.apache.logging.log4j.core.async.AsyncLogger.publish",
                "com.acme.Shop.order"))
        .map(LibraryWait::setting)
        .hasValue("-Dlog4j2.asyncLoggerRingBufferSize");
  }

  @Test
  void whatTheApplicationDoesForALibraryIsNotTheLibrarysWait() {
    assertThat(
            match(
                CONDITION,
                PARK,
                "com.acme.Shop.load",
                "com.github.benmanes.caffeine.cache.BoundedLocalCache.doComputeIfAbsent",
                "com.acme.Shop.order"))
        .isEmpty();
    assertThat(
            match(
                LOCK,
                "java.util.concurrent.ConcurrentHashMap.compute",
                "com.github.benmanes.caffeine.cache.BoundedLocalCache.doComputeIfAbsent",
                "com.acme.Shop.order"))
        .map(LibraryWait::setting)
        .hasValue("initialCapacity");
  }

  @Test
  void aLockOfTheJdkIsNamedWithItsSetting() {
    assertThat(
            match(
                LOCK,
                "sun.security.provider.NativePRNG$RandomIO.implNextBytes",
                "sun.security.provider.NativePRNG.engineNextBytes",
                "java.security.SecureRandom.nextBytes",
                "java.util.UUID.randomUUID",
                "com.acme.Shop.order"))
        .map(LibraryWait::library)
        .hasValue("SecureRandom");
  }

  @Test
  void aPoolIsFoundByTheNamesOfItsThreads() {
    assertThat(LIBRARIES.pool("http-nio-8080-exec-3")).map(LibraryWait::library).hasValue("Tomcat");
    assertThat(LIBRARIES.pool("ForkJoinPool.commonPool-worker-1"))
        .map(LibraryWait::setting)
        .hasValue("-Djava.util.concurrent.ForkJoinPool.common.parallelism");
    assertThat(LIBRARIES.pool("vert.x-worker-thread-7"))
        .map(LibraryWait::defaultValue)
        .hasValue("20");
    assertThat(LIBRARIES.pool("pool-1-thread-2")).isEmpty();
  }

  private static Optional<LibraryWait> match(Activity seen, String... frames) {
    List<Frame> stack = Arrays.stream(frames).map(Frame::parse).toList();
    return LIBRARIES.match(stack, seen);
  }

  private static String[] with(String[] frames, String last) {
    String[] all = Arrays.copyOf(frames, frames.length + 1);
    all[frames.length] = last;
    return all;
  }
}
