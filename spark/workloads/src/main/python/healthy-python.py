"""Nothing is wrong: a DataFrame in Python without a function of Python's for its rows."""

from pyspark.sql import SparkSession, functions

spark = SparkSession.builder.appName("healthy-python").getOrCreate()
rows = spark.range(0, 24_000_000, 1, 24).select(
    (functions.col("id") * 7919 % 2_000_003).alias("customer"),
    functions.sha2(functions.col("id").cast("string"), 256).alias("token"),
)
totals = rows.groupBy(functions.col("customer") % 1000).agg(functions.max("token").alias("token"))
print(totals.agg(functions.max("token")).first()[0])
spark.stop()
