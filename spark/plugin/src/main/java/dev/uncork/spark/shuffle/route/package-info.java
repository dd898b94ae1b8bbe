/**
 * How blocks of other executors come to this one, and which way how many of them went.
 *
 * <p>Start at {@link dev.uncork.spark.shuffle.route.RoutedShuffleManager}. {@link
 * dev.uncork.spark.shuffle.route.RoutingClient} asks {@link
 * dev.uncork.spark.shuffle.route.HostMemory} for what this host has, {@link
 * dev.uncork.spark.shuffle.route.RemoteReads} for other hosts, and Spark's own client for the rest;
 * executors ask each other by {@link dev.uncork.spark.shuffle.route.Lookup}. {@link
 * dev.uncork.spark.shuffle.route.Routes} counts. What is public is so for the packages beside this
 * one, and for shuffles to compare with (module {@code spark/workloads}). For all threads.
 */
@NullMarked
package dev.uncork.spark.shuffle.route;

import org.jspecify.annotations.NullMarked;
