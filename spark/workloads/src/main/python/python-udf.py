"""A Python function for each row of a DataFrame; fixed: the same by expressions of Spark's."""

import sys

from pyspark.sql import SparkSession, functions
from pyspark.sql.types import LongType

ROWS = 4_000_000


def score(number):
    value = number
    for _ in range(8):
        value = value * 31 % 1_000_003
    return value


def expression(column):
    for _ in range(8):
        column = column * 31 % 1_000_003
    return column


spark = SparkSession.builder.appName("python-udf").getOrCreate()
rows = spark.range(0, ROWS, 1, 8)
if "--fixed" in sys.argv:
    scored = rows.select(expression(functions.col("id")).alias("score"))
else:
    scored = rows.select(functions.udf(score, LongType())("id").alias("score"))
print(scored.agg(functions.sum("score")).first()[0])
spark.stop()
