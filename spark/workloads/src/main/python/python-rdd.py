"""An RDD of Python objects; fixed: the same by Spark's DataFrame."""

import sys

from pyspark.sql import SparkSession, functions

ROWS = 6_000_000

spark = SparkSession.builder.appName("python-rdd").getOrCreate()
if "--fixed" in sys.argv:
    counts = (
        spark.range(0, ROWS, 1, 8)
        .groupBy((functions.col("id") * 7919 % 1009).alias("key"))
        .agg(functions.sum("id").alias("sum"))
        .agg(functions.sum("sum"))
        .first()[0]
    )
else:
    counts = (
        spark.sparkContext.range(0, ROWS, 1, 8)
        .map(lambda number: (number * 7919 % 1009, number))
        .reduceByKey(lambda a, b: a + b)
        .values()
        .sum()
    )
print(counts)
spark.stop()
