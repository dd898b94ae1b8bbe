import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/**
 * Threads that index the files of a directory into an index in memory, each file several times.
 * Arguments: directory, threads, times.
 */
public final class LuceneIndexing {
  private LuceneIndexing() {}

  public static void main(String[] args) throws Exception {
    List<Path> files;
    try (var all = Files.walk(Path.of(args[0]))) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    String[] texts = new String[files.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = Files.readString(files.get(i));
    }
    int threads = Integer.parseInt(args[1]);
    int documents = texts.length * Integer.parseInt(args[2]);
    AtomicInteger next = new AtomicInteger();
    try (Directory index = new ByteBuffersDirectory();
        IndexWriter writer =
            new IndexWriter(index, new IndexWriterConfig(new StandardAnalyzer()))) {
      Thread[] workers = new Thread[threads];
      long start = System.nanoTime();
      for (int i = 0; i < threads; i++) {
        workers[i] =
            new Thread(
                () -> {
                  try {
                    for (int n = next.getAndIncrement(); n < documents; n = next.getAndIncrement()) {
                      Document document = new Document();
                      document.add(new StringField("id", "" + n, Field.Store.YES));
                      document.add(
                          new TextField("text", texts[n % texts.length], Field.Store.NO));
                      writer.addDocument(document);
                    }
                  } catch (Exception e) {
                    e.printStackTrace(System.out);
                  }
                },
                "indexer-" + i);
        workers[i].start();
      }
      for (Thread worker : workers) {
        worker.join();
      }
      writer.commit();
      double seconds = (System.nanoTime() - start) / 1e9;
      try (DirectoryReader reader = DirectoryReader.open(index)) {
        System.out.printf("%d documents, %.1f ops/s%n", documents, documents / seconds);
        System.out.println(reader.numDocs() == documents ? "RIGHT" : "WRONG " + reader.numDocs());
      }
    }
  }
}
