package dev.uncork.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The series as a CSV parser reads them. */
class TimeSeriesCsvTest {
  @Test
  void namesThatNeedItAreQuoted() throws IOException {
    List<Map<String, String>> rows = rows("=a\"b,c\nd");

    assertThat(rows).extracting(row -> row.get("name")).containsOnly("'=a\"b,c\nd@7", "G1New");
    assertThat(rows)
        .filteredOn(row -> "lock-blocked".equals(row.get("series")))
        .extracting(row -> row.get("time") + " " + row.get("second") + " " + row.get("value"))
        .containsExactly("2026-11-21T10:00:00Z 0.000 600", "2026-11-21T10:00:01Z 1.000 400");
  }

  private static List<Map<String, String>> rows(String lockClass) throws IOException {
    StringBuilder csv = new StringBuilder();
    TimeSeriesCsv.write(Made.recording(lockClass, Made.PUT), csv);
    try (var rows =
        new CsvMapper()
            .readerForMapOf(String.class)
            .with(CsvSchema.emptySchema().withHeader())
            .<Map<String, String>>readValues(csv.toString())) {
      return rows.readAll();
    }
  }
}
