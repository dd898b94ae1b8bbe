import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;

/**
 * Four threads that index documents into Lucene files. Arguments: a folder, and after how many
 * documents a thread commits.
 */
public final class LuceneCommits {
  private static final int THREADS = 4;
  private static final int WORDS = 50_000;
  private static final int TEXTS = 200;
  private static final int LENGTH = 300;

  private LuceneCommits() {}

  public static void main(String[] args) throws Exception {
    FSDirectory index = FSDirectory.open(Load.emptyFolder(args[0]).toPath());
    IndexWriter writer = new IndexWriter(index, new IndexWriterConfig(new StandardAnalyzer()));
    int each = Integer.parseInt(args[1]);
    String[] texts = texts();
    AtomicInteger ids = new AtomicInteger();
    Load.of("indexer", THREADS, thread -> new Indexer(writer, texts, each, ids)::add);
  }

  private static String[] texts() {
    Random random = new Random(7);
    String[] texts = new String[TEXTS];
    for (int i = 0; i < TEXTS; i++) {
      StringBuilder text = new StringBuilder();
      for (int word = 0; word < LENGTH; word++) {
        text.append(Integer.toString(random.nextInt(WORDS), 36)).append(' ');
      }
      texts[i] = text.toString();
    }
    return texts;
  }

  private static final class Indexer {
    private final IndexWriter writer;
    private final String[] texts;
    private final int each;
    private final AtomicInteger ids;
    private int added;

    Indexer(IndexWriter writer, String[] texts, int each, AtomicInteger ids) {
      this.writer = writer;
      this.texts = texts;
      this.each = each;
      this.ids = ids;
    }

    void add() throws Exception {
      int id = ids.getAndIncrement();
      Document document = new Document();
      document.add(new StringField("id", Integer.toString(id), Field.Store.YES));
      document.add(new TextField("text", texts[id % TEXTS], Field.Store.NO));
      writer.addDocument(document);
      if (++added % each == 0) {
        writer.commit();
      }
    }
  }
}
