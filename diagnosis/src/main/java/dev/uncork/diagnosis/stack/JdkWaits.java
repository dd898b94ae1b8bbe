package dev.uncork.diagnosis.stack;

import dev.uncork.recording.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What it means that a thread waits in a method of the JDK.
 *
 * <p>Of the JDK's frames below the application's innermost one, the outermost that the table knows
 * decides: a thread that waits in {@code LinkedBlockingQueue.take} for {@code
 * ThreadPoolExecutor.getTask} is an idle worker. Names are those of JDK 11 to 25.
 */
public final class JdkWaits {
  /** Class, methods (with * at the end for any ending), activity. */
  private static final String TABLE =
      """
      java.util.concurrent.locks.LockSupport            parkNanos                          BACKOFF
      java.util.concurrent.locks.LockSupport            park,parkUntil                     CONDITION
      java.lang.Object                                  wait*                              CONDITION
      java.util.concurrent.locks.AbstractQueuedSynchronizer       acquire*,doAcquire*,tryAcquire*Nanos LOCK
      java.util.concurrent.locks.AbstractQueuedLongSynchronizer   acquire*,doAcquire*,tryAcquire*Nanos LOCK
      java.util.concurrent.locks.ReentrantLock          lock*,tryLock                      LOCK
      java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock  lock*,tryLock            LOCK
      java.util.concurrent.locks.ReentrantReadWriteLock$WriteLock lock*,tryLock            LOCK
      java.util.concurrent.locks.StampedLock            *                                  LOCK
      java.util.concurrent.Semaphore                    acquire*,tryAcquire                PERMIT
      java.util.concurrent.CountDownLatch               await                              LATCH
      java.util.concurrent.CyclicBarrier                await,dowait                       BARRIER
      java.util.concurrent.Phaser                       *                                  BARRIER
      java.util.concurrent.Exchanger                    *                                  CONDITION
      java.util.concurrent.FutureTask                   get,awaitDone                      FUTURE
      java.util.concurrent.CompletableFuture            get,join,timedGet,waitingGet,orTimeout FUTURE
      java.util.concurrent.ForkJoinTask                 get*,join*,invoke*,awaitDone*      FUTURE
      java.util.concurrent.ForkJoinPool                 invokeAll*                         LATCH
      java.util.concurrent.ForkJoinPool                 invoke*,awaitDone                  FUTURE
      java.util.concurrent.AbstractExecutorService      invokeAll*                         LATCH
      java.util.concurrent.AbstractExecutorService      invoke*                            FUTURE
      java.util.concurrent.ExecutorCompletionService    take,poll                          FUTURE
      java.util.concurrent.StructuredTaskScope*         join*                              LATCH
      java.util.concurrent.ThreadPoolExecutor           awaitTermination                   LATCH
      java.util.concurrent.ForkJoinPool                 awaitTermination,close             LATCH
      java.util.concurrent.ThreadPerTaskExecutor        awaitTermination,close             LATCH
      jdk.internal.misc.ThreadFlock                     awaitAll                           LATCH
      java.lang.Thread                                  join*                              LATCH
      java.util.concurrent.ArrayBlockingQueue           put,offer                          QUEUE_FULL
      java.util.concurrent.LinkedBlockingQueue          put,offer                          QUEUE_FULL
      java.util.concurrent.LinkedBlockingDeque          put*,offer*                        QUEUE_FULL
      java.util.concurrent.SynchronousQueue             put,offer                          QUEUE_FULL
      java.util.concurrent.LinkedTransferQueue          transfer,tryTransfer               QUEUE_FULL
      java.util.concurrent.SubmissionPublisher*         submit,offer,doOffer               QUEUE_FULL
      java.io.PipedOutputStream                         write                              QUEUE_FULL
      java.io.PipedInputStream                          receive,awaitSpace                 QUEUE_FULL
      java.util.concurrent.ArrayBlockingQueue           take,poll                          QUEUE_EMPTY
      java.util.concurrent.LinkedBlockingQueue          take,poll                          QUEUE_EMPTY
      java.util.concurrent.LinkedBlockingDeque          take*,poll*                        QUEUE_EMPTY
      java.util.concurrent.PriorityBlockingQueue        take,poll                          QUEUE_EMPTY
      java.util.concurrent.SynchronousQueue             take,poll                          QUEUE_EMPTY
      java.util.concurrent.LinkedTransferQueue          take,poll                          QUEUE_EMPTY
      java.util.concurrent.DelayQueue                   take,poll                          IDLE
      java.io.PipedInputStream                          read                               QUEUE_EMPTY
      java.util.concurrent.ThreadPoolExecutor           getTask                            IDLE
      java.util.concurrent.ForkJoinPool                 awaitWork,runWorker                IDLE
      java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue take,poll          IDLE
      java.util.TimerThread                             mainLoop                           IDLE
      java.util.concurrent.DelayScheduler               *                                  IDLE
      java.lang.VirtualThread                           takeVirtualThreadListToUnblock     IDLE
      java.lang.ref.ReferenceQueue                      remove*                            IDLE
      java.lang.ref.Reference                           *                                  IDLE
      java.util.logging.LogManager*                     *                                  IDLE
      java.lang.Thread                                  sleep*                             SLEEP
      java.util.concurrent.TimeUnit                     sleep                              SLEEP
      java.lang.Process                                 waitFor                            CHILD_PROCESS
      java.lang.ProcessImpl                             waitFor,forkAndExec                CHILD_PROCESS
      java.lang.ProcessHandleImpl*                      *                                  CHILD_PROCESS
      java.lang.ProcessImpl$ProcessPipeInputStream      *                                  CHILD_PROCESS
      java.lang.Process$PipeInputStream                 *                                  CHILD_PROCESS
      java.lang.Process$PipeOutputStream                *                                  CHILD_PROCESS
      sun.nio.ch.EPoll                                  wait                               IDLE
      sun.nio.ch.Poll                                   *                                  IDLE
      sun.nio.ch.SelectorImpl                           select*,lockAndDoSelect            IDLE
      sun.nio.ch.DatagramChannelImpl                    receive*,blockingReceive           IDLE
      java.net.DatagramSocket                           receive                            IDLE
      java.net.ServerSocket                             accept,implAccept                  IDLE
      sun.nio.ch.ServerSocketChannelImpl                accept*,implAccept,blockingAccept  IDLE
      sun.nio.ch.NioSocketImpl                          accept                             IDLE
      sun.nio.ch.Net                                    accept                             IDLE
      java.net.PlainSocketImpl                          socketAccept                       IDLE
      sun.nio.ch.Net                                    poll*,connect*                     SOCKET
      sun.nio.ch.NioSocketImpl                          park,read,implRead,write,implWrite,connect SOCKET
      sun.nio.ch.SocketChannelImpl                      read*,write*,connect*,blockingRead*,blockingWrite*,blockingConnect SOCKET
      sun.nio.ch.SocketDispatcher                       *                                  SOCKET
      java.net.SocketInputStream                        socketRead*,read                   SOCKET
      java.net.SocketOutputStream                       socketWrite*                       SOCKET
      java.net.PlainSocketImpl                          socketConnect                      SOCKET
      java.net.Inet4AddressImpl                         *                                  SOCKET
      java.net.Inet6AddressImpl                         *                                  SOCKET
      com.sun.jndi.dns.DnsClient                        *                                  SOCKET
      com.sun.jndi.ldap.Connection                      readReply                          SOCKET
      sun.nio.ch.FileDispatcherImpl                     *                                  STORAGE
      sun.nio.ch.UnixFileDispatcherImpl                 *                                  STORAGE
      java.nio.channels.FileChannel                     lock                               LOCK
      sun.nio.ch.FileChannelImpl                        lock                               LOCK
      sun.nio.ch.FileChannelImpl                        *                                  STORAGE
      java.io.RandomAccessFile                          *                                  STORAGE
      java.io.FileInputStream                           *                                  STORAGE
      java.io.FileOutputStream                          *                                  STORAGE
      java.io.FileDescriptor                            sync*                              STORAGE
      java.io.UnixFileSystem                            *                                  STORAGE
      java.nio.MappedMemoryUtils                        *                                  STORAGE
      java.nio.MappedByteBuffer                         force*,load                        STORAGE
      sun.nio.fs.UnixNativeDispatcher                   *                                  STORAGE
      """;

  private record Rule(List<String> methods, Activity activity) {
    boolean matches(String method) {
      for (String pattern : methods) {
        int star = pattern.indexOf('*');
        boolean fits =
            star < 0
                ? method.equals(pattern)
                : method.startsWith(pattern.substring(0, star))
                    && method.endsWith(pattern.substring(star + 1));
        if (fits) {
          return true;
        }
      }
      return false;
    }
  }

  private static final String DELAY_SCHEDULER = "java.util.concurrent.DelayScheduler";

  private static final Set<String> TIMERS =
      Set.of(
          "java.util.TimerThread",
          DELAY_SCHEDULER,
          "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue");

  private static final int ACCEPTING_FRAMES = 8;

  /** What locks are made of, and semaphores and latches too. */
  private static final String SYNCHRONIZER = "java.util.concurrent.locks.AbstractQueued";

  private static final Map<String, List<Rule>> RULES = parse();

  private JdkWaits() {}

  /** What a frame of the JDK says. */
  static Optional<Activity> of(Frame frame) {
    List<Rule> rules = RULES.get(frame.className());
    if (rules == null) {
      rules = RULES.get(CodeOrigin.outermost(frame.className()) + "*");
    }
    if (rules != null) {
      for (Rule rule : rules) {
        if (rule.matches(frame.method())) {
          return Optional.of(rule.activity());
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Whether the JDK's innermost frames take a lock, say a queue's own, and wait for nothing more.
   */
  static boolean takesLock(List<Frame> jdk) {
    for (Frame frame : jdk) {
      if (frame.method().startsWith("await")) {
        return false;
      }
      if (of(frame).filter(says -> says == Activity.LOCK).isPresent()
          && !frame.className().startsWith(SYNCHRONIZER)) {
        return true;
      }
    }
    return false;
  }

  /** Whether code had the system read, write or start something, which is none of its own cost. */
  public static boolean inSystem(List<Frame> stack) {
    return stack.stream()
        .takeWhile(frame -> !CodeOrigin.isApplication(frame))
        .flatMap(frame -> of(frame).stream())
        .anyMatch(Doing::isExternal);
  }

  /** Whether a timer's worker waits until the next task is due, if there is one. */
  public static boolean awaitsTime(List<Frame> stack) {
    return stack.stream().anyMatch(frame -> TIMERS.contains(frame.className()));
  }

  /** Whether it is the JDK's own timer, which ends sleeps of virtual threads, too, since JDK 25. */
  public static boolean inDelayScheduler(List<Frame> stack) {
    return stack.stream().anyMatch(frame -> frame.className().equals(DELAY_SCHEDULER));
  }

  /** Whether a thread waits for whatever happens on connections, be it by code of a library. */
  public static boolean inEventLoop(List<Frame> stack) {
    return stack.stream()
        .anyMatch(
            frame ->
                frame.className().startsWith("sun.nio.ch.EPoll")
                    || frame.method().startsWith("epollWait"));
  }

  /** Whether a thread waits until all of several tasks are done that it gave to a pool at once. */
  public static boolean givesSeveralTasks(List<Frame> stack) {
    return stack.stream()
        .anyMatch(
            frame ->
                frame.method().equals("invokeAll")
                    && frame.className().startsWith("java.util.concurrent."));
  }

  /** Whether a thread waits for connections. */
  public static boolean accepts(List<Frame> stack) {
    return stack.stream()
        .limit(ACCEPTING_FRAMES)
        .anyMatch(
            frame ->
                frame.className().startsWith("sun.nio.ch.EPoll")
                    || frame.method().toLowerCase(Locale.ROOT).contains("accept")
                        && isOfConnections(frame.className()));
  }

  /** Not each {@code accept} is a server's: consumers have one, too. */
  private static boolean isOfConnections(String type) {
    return type.startsWith("java.net.") || type.startsWith("sun.nio.ch.");
  }

  private static Map<String, List<Rule>> parse() {
    Map<String, List<Rule>> rules = new HashMap<>();
    for (String line : TABLE.split("\n")) {
      String[] words = line.strip().split("\\s+");
      rules
          .computeIfAbsent(words[0], key -> new ArrayList<>())
          .add(new Rule(List.of(words[1].split(",")), Activity.valueOf(words[2])));
    }
    return Map.copyOf(rules);
  }
}
