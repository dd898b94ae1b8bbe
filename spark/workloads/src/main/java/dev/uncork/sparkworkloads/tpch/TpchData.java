package dev.uncork.sparkworkloads.tpch;

import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The eight tables as Parquet files in a local directory, made by trino's generator, which gives
 * the same rows as the benchmark's own.
 *
 * @param directory holds a directory for each table
 */
record TpchData(Path directory) {
  /** Their generators ignore that a part is asked for, or there is too little to share. */
  private static final Set<String> ONE_PART = Set.of("nation", "region", "supplier");

  private static final String SCALE = "scale";
  private static final int PARTS_PER_SCALE = 8;
  private static final int MAX_PARTS = 1000;
  private static final int MONEY_DIGITS = 15;

  /** All tables. */
  static List<String> tables() {
    return TpchTable.getTables().stream().map(TpchTable::getTableName).toList();
  }

  /** The scale factor of what is there, or an empty string; {@code 0.1} is 100 MB of text. */
  String scale() throws IOException {
    Path file = directory.resolve(SCALE);
    return Files.isReadable(file) ? Files.readString(file).strip() : "";
  }

  /** Makes the tables. */
  void generate(SparkSession spark, double scale, Consumer<String> progress) throws IOException {
    int parts = Math.max(2, Math.min(MAX_PARTS, (int) Math.ceil(scale * PARTS_PER_SCALE)));
    Files.createDirectories(directory);
    for (TpchTable<?> table : TpchTable.getTables()) {
      String name = table.getTableName();
      progress.accept("tpch: generating " + name);
      int partsOfIt = ONE_PART.contains(name) ? 1 : parts;
      JavaRDD<Row> rows =
          JavaSparkContext.fromSparkContext(spark.sparkContext())
              .parallelize(IntStream.rangeClosed(1, partsOfIt).boxed().toList(), partsOfIt)
              .flatMap(part -> rows(TpchTable.getTable(name), scale, part, partsOfIt));
      spark
          .createDataFrame(rows, schema(table))
          .write()
          .mode(SaveMode.Overwrite)
          .parquet(directory.resolve(name).toUri().toString());
    }
    Files.writeString(directory.resolve(SCALE), scale + "\n"); // Last: now it is whole.
  }

  /** Makes the tables known by their names. */
  void register(SparkSession spark) {
    for (String table : tables()) {
      spark
          .read()
          .parquet(directory.resolve(table).toUri().toString())
          .createOrReplaceTempView(table);
    }
  }

  private static <E extends TpchEntity> StructType schema(TpchTable<E> table) {
    List<StructField> fields = new ArrayList<>();
    for (TpchColumn<E> column : table.getColumns()) {
      fields.add(DataTypes.createStructField(column.getColumnName(), type(column), false));
    }
    return DataTypes.createStructType(fields);
  }

  private static DataType type(TpchColumn<?> column) {
    return switch (column.getType().getBase()) {
      case INTEGER -> DataTypes.IntegerType;
      case DATE -> DataTypes.DateType;
      case DOUBLE -> DataTypes.createDecimalType(MONEY_DIGITS, 2);
      case VARCHAR -> DataTypes.StringType;
      case IDENTIFIER -> DataTypes.LongType;
    };
  }

  private static <E extends TpchEntity> Iterator<Row> rows(
      TpchTable<E> table, double scale, int part, int parts) {
    List<TpchColumn<E>> columns = table.getColumns();
    Iterator<E> entities = table.createGenerator(scale, part, parts).iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return entities.hasNext();
      }

      @Override
      public Row next() {
        E entity = entities.next();
        return RowFactory.create(columns.stream().map(c -> value(c, entity)).toArray());
      }
    };
  }

  private static <E extends TpchEntity> Object value(TpchColumn<E> column, E entity) {
    return switch (column.getType().getBase()) {
      case INTEGER -> column.getInteger(entity);
      case DATE -> java.sql.Date.valueOf(LocalDate.ofEpochDay(column.getDate(entity)));
      case DOUBLE -> BigDecimal.valueOf(Math.round(column.getDouble(entity) * 100), 2);
      case VARCHAR -> column.getString(entity);
      case IDENTIFIER -> column.getIdentifier(entity);
    };
  }
}
