/**
 * The tab "Scaling" of Spark's UI, live and in the history server, and its JSON at {@code
 * /scaling/json}.
 *
 * <p>The one package that uses classes that Spark keeps to itself ({@code private[spark]}). Start
 * at {@link dev.uncork.spark.ui.ScalingTab}. {@link dev.uncork.spark.ui.ScalingListener} writes to
 * Spark's own store on a thread of the listener bus, pages read it on threads of the web server.
 */
@NullMarked
package dev.uncork.spark.ui;

import org.jspecify.annotations.NullMarked;
