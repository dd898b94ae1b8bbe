"""A small job with a bit of everything: made the event logs beside it."""
import sys
from pyspark.sql import SparkSession
from pyspark.sql import functions as f

spark = SparkSession.builder.appName("everything").getOrCreate()
rows = spark.range(0, 40_000, 1, 3).withColumn("key", f.col("id") % 10)
names = spark.range(0, 10).withColumn("name", f.concat(f.lit("n"), f.col("id"))).withColumnRenamed("id", "key")
joined = rows.join(names, "key").groupBy("name").agg(f.sum("id").alias("total"))
joined.write.mode("overwrite").parquet(sys.argv[1])
if sys.version_info < (3, 11) or spark.version >= "3.4":
    triple = f.udf(lambda x: x * 3, "long")
    rows.select(triple("id").alias("x")).agg(f.sum("x")).collect()
    context = spark.sparkContext
    try:
        context.parallelize(range(4), 2).map(lambda x: 1 // x).collect()
    except Exception:
        pass
print(spark.read.parquet(sys.argv[1]).count())
spark.stop()
