/**
 * TPC-H: data by trino's generator as Parquet files, the 22 queries, and DuckDB's answers to the
 * same queries on the same files.
 *
 * <p>Start reading at {@link dev.uncork.sparkworkloads.tpch.TpchCommand}.
 */
@NullMarked
package dev.uncork.sparkworkloads.tpch;

import org.jspecify.annotations.NullMarked;
