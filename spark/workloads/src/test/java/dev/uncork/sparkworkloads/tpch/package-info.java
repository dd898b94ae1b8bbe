/** Tests of TPC-H; start at TpchTest. */
@NullMarked
package dev.uncork.sparkworkloads.tpch;

import org.jspecify.annotations.NullMarked;
