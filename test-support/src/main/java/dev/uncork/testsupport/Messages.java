package dev.uncork.testsupport;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The words that users can meet, with the place of each in the sources: literals of two words or
 * more of the modules that users run. Pieces of one expression are joined, with {@code …} for what
 * is put in. {@link #LIST} has them in one place, to be read in one go.
 */
public final class Messages {
  /** All messages, a line each with the file it is in. */
  public static final String LIST = "docs/messages.txt";

  private static final Pattern JAVA =
      Pattern.compile(
          "^(agent|boot|cli|concurrent|diagnosis|protocol|recording|report|rewriting|scaling"
              + "|spark/ledger|spark/plugin|spark/transport)/src/main/java/.+\\.java$");

  /** Pages and their scripts, where a literal is between quotes of any kind. */
  private static final Pattern PAGE = Pattern.compile("^report/src/main/resources/.+\\.(js|html)$");

  private static final Pattern PAGE_TEXT = Pattern.compile("'([^'\\n]+)'|`([^`]+)`|>([^<>{}]+)<");

  private static final Pattern WORDS = Pattern.compile("[A-Za-z][\\w'’]*[,:;.]? [A-Za-z]");

  /** Names, such as those of threads, fields of JSON and labels of events: no sentences. */
  private static final Pattern NAMES = Pattern.compile("[A-Z0-9]\\w*( [A-Z0-9]\\w*)*");

  private static final String VALUE = "…";

  private Messages() {}

  /** A message of a file; its line is the one at which it begins. */
  public record Message(String file, long line, String text) {
    @Override
    public String toString() {
      return file + ":" + line + ": " + text;
    }
  }

  /** The text of {@link #LIST}: without lines of the sources, which any change would move. */
  public static String list() {
    return all().stream()
        .filter(message -> !NAMES.matcher(message.text()).matches())
        .map(message -> message.file() + ": " + message.text())
        .distinct()
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** In the order of files and lines. */
  public static List<Message> all() {
    List<Message> messages = new ArrayList<>(ofJava());
    for (Path page : Checkout.files(PAGE)) {
      messages.addAll(ofPage(Checkout.name(page), Checkout.read(page)));
    }
    return messages;
  }

  private static List<Message> ofJava() {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<Message> messages = new ArrayList<>();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      List<Path> paths = Checkout.files(JAVA);
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, List.of(), null, files.getJavaFileObjectsFromPaths(paths));
      Trees trees = Trees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        new Reader(unit, trees, messages).scan(unit, null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return messages;
  }

  static List<Message> ofPage(String file, String text) {
    return PAGE_TEXT
        .matcher(text)
        .results()
        .map(found -> new Message(file, line(text, found.start()), oneLine(group(found))))
        .filter(message -> WORDS.matcher(message.text()).find())
        .toList();
  }

  private static String group(MatchResult found) {
    return Stream.of(found.group(1), found.group(2), found.group(3))
        .filter(part -> part != null)
        .findFirst()
        .orElse("");
  }

  private static long line(String text, int at) {
    return 1 + text.substring(0, at).chars().filter(c -> c == '\n').count();
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  /** Collects the literals of a file. */
  private static final class Reader extends TreeScanner<@Nullable Void, @Nullable Void> {
    private final CompilationUnitTree unit;
    private final Trees trees;
    private final List<Message> messages;

    Reader(CompilationUnitTree unit, Trees trees, List<Message> messages) {
      this.unit = unit;
      this.trees = trees;
      this.messages = messages;
    }

    @Override
    public @Nullable Void visitBinary(BinaryTree tree, @Nullable Void nothing) {
      StringBuilder text = new StringBuilder();
      if (tree.getKind() == Tree.Kind.PLUS && append(tree, text)) {
        add(tree, text.toString());
        return null;
      }
      return super.visitBinary(tree, nothing);
    }

    @Override
    public @Nullable Void visitLiteral(LiteralTree tree, @Nullable Void nothing) {
      if (tree.getValue() instanceof String text) {
        add(tree, text);
      }
      return null;
    }

    /** Joins the parts of a sum; what isn't a literal is read by itself. Whether any was text. */
    private boolean append(ExpressionTree tree, StringBuilder text) {
      if (tree instanceof LiteralTree literal && literal.getValue() instanceof String part) {
        text.append(part);
        return true;
      }
      if (tree instanceof ParenthesizedTree inner
          && inner.getExpression() instanceof BinaryTree sum
          && sum.getKind() == Tree.Kind.PLUS) {
        return append(sum, text);
      }
      if (tree instanceof BinaryTree sum && sum.getKind() == Tree.Kind.PLUS) {
        boolean left = append(sum.getLeftOperand(), text);
        boolean right = append(sum.getRightOperand(), text);
        return left || right;
      }
      scan(tree, null);
      text.append(VALUE);
      return false;
    }

    private void add(Tree tree, String text) {
      if (WORDS.matcher(text).find()) {
        long at = trees.getSourcePositions().getStartPosition(unit, tree);
        messages.add(
            new Message(
                Checkout.name(Path.of(unit.getSourceFile().toUri())),
                unit.getLineMap().getLineNumber(at),
                oneLine(text)));
      }
    }
  }
}
