@NullMarked
package dev.uncork.spark.ui;

import org.jspecify.annotations.NullMarked;
