package dev.uncork.sparkworkloads.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Hashtable;
import java.util.Vector;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;

/**
 * A user's function that is called for each row and goes through streams and collections of the
 * JDK's first versions, as much code does that is older than Spark: nearly every call locks, and
 * nobody ever waits.
 */
public final class LegacyRun {
  private static final int FIELDS = 8;
  private static final int MODULUS = 97;
  private static final String FUNCTION = "legacy";

  private LegacyRun() {}

  /** Runs it once, says what that took, and whether the sum is right. */
  public static ObjectNode measure(SparkSession spark, long rows) {
    spark
        .udf()
        .register(FUNCTION, (UDF1<Long, Long>) LegacyRun::throughStreams, DataTypes.LongType);
    ObjectNode run = new ObjectMapper().createObjectNode();
    Stopwatch watch = new Stopwatch();
    long sum =
        spark
            .range(0, rows)
            .selectExpr("sum(" + FUNCTION + "(id))")
            .collectAsList()
            .get(0)
            .getLong(0);
    watch.put(run);
    long expected = 0;
    for (long row = 0; row < rows; row++) {
      expected += plainly(row);
    }
    run.put("sum", sum).put("right", sum == expected);
    return run.put("digest", Long.toHexString(sum));
  }

  private static int field(long row, int number) {
    return (int) ((row + number) % MODULUS);
  }

  private static long plainly(long row) {
    long sum = row;
    for (int i = 0; i < FIELDS; i++) {
      sum += 2L * field(row, i);
    }
    return sum;
  }

  /** The same, on the way that it is about. */
  @SuppressWarnings("JdkObsolete")
  private static long throughStreams(long row) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    StringBuffer text = new StringBuffer();
    out.writeLong(row);
    for (int i = 0; i < FIELDS; i++) {
      out.writeInt(field(row, i));
      text.append(field(row, i)).append(' ');
    }
    out.writeUTF(text.toString());
    DataInputStream in =
        new DataInputStream(new BufferedInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    long sum = in.readLong();
    Vector<Integer> fields = new Vector<>();
    for (int i = 0; i < FIELDS; i++) {
      fields.add(in.readInt());
    }
    Hashtable<Integer, Integer> numbers = new Hashtable<>();
    int count = 0;
    for (String word : in.readUTF().split(" ")) {
      numbers.put(count++, Integer.parseInt(word));
    }
    for (int i = 0; i < FIELDS; i++) {
      sum += fields.get(i) + numbers.getOrDefault(i, 0);
    }
    return sum;
  }
}
