package dev.uncork.spark.shuffle.route;

import dev.uncork.protocol.EventName;
import dev.uncork.spark.base.Log;
import dev.uncork.spark.event.ExecutorShuffleEvent;
import dev.uncork.spark.event.ShuffleRoute;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** What came to this executor by one route, once a second while there is a recording. */
@Name(EventName.SHUFFLE_ROUTE)
@Label("Shuffle Route")
@Description("Blocks that this executor has read by one route since its start.")
@Category({"Uncork", "Spark"})
@Period("1 s")
@StackTrace(false)
final class RouteEvent extends Event {
  @Label("Route")
  String route = "";

  @Label("Fallback")
  @Description("Whether it was taken since a better route did not work; its name says why")
  boolean fallback;

  @Label("Blocks")
  long blocks;

  @Label("Bytes")
  @DataAmount
  long bytes;

  @Label("Registrations")
  @Description("Registrations with RDMA devices that this executor has made, for all routes")
  long registrations;

  @Label("Registered")
  @Description("Memory that is registered now, for all routes")
  @DataAmount
  long registeredBytes;

  /** Has them written when a recording is started; nothing of JFR is started by this. */
  static void of(Routes routes) {
    try {
      FlightRecorder.addListener(
          new FlightRecorderListener() {
            @Override
            public void recorderInitialized(FlightRecorder recorder) {
              FlightRecorder.addPeriodicEvent(RouteEvent.class, () -> write(routes.counts()));
            }
          });
    } catch (LinkageError | RuntimeException e) {
      Log.failed("recordings will not tell which way blocks came", e);
    }
  }

  private static void write(ExecutorShuffleEvent counts) {
    for (ShuffleRoute each : counts.routes) {
      RouteEvent event = new RouteEvent();
      event.route = each.route;
      event.fallback = each.instead;
      event.blocks = each.blocks;
      event.bytes = each.bytes;
      event.registrations = counts.registrations;
      event.registeredBytes = counts.registeredBytes;
      event.commit();
    }
  }
}
