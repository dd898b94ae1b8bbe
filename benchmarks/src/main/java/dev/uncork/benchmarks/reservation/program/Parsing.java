package dev.uncork.benchmarks.reservation.program;

import java.io.IOException;
import java.io.PushbackReader;
import java.io.StringReader;
import java.util.Hashtable;
import java.util.Vector;

/** Parses assignments of expressions, character by character, and evaluates them. */
final class Parsing implements SingleThreaded.Program {
  private static final int STATEMENTS = 4_000;
  private static final int NAMES = 97;

  private final String source;

  Parsing() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < STATEMENTS; i++) {
      text.append("name").append(i % NAMES).append(" = (name").append(i * 7 % NAMES);
      text.append(" + ").append(i).append(") * 3 - name").append(i * 13 % NAMES).append(" ;\n");
    }
    source = text.toString();
  }

  @Override
  public long run() throws IOException {
    Hashtable<String, Long> variables = new Hashtable<>();
    Parser parser = new Parser(tokens(), variables);
    while (parser.more()) {
      parser.statement();
    }
    long sum = 0;
    for (int i = 0; i < NAMES; i++) {
      sum = sum * 31 + variables.getOrDefault("name" + i, 0L);
    }
    return sum;
  }

  private Vector<String> tokens() throws IOException {
    PushbackReader in = new PushbackReader(new StringReader(source));
    Vector<String> tokens = new Vector<>();
    for (int c = in.read(); c >= 0; c = in.read()) {
      if (Character.isWhitespace(c)) {
        continue;
      }
      StringBuffer token = new StringBuffer();
      token.append((char) c);
      if (Character.isLetterOrDigit(c)) {
        c = in.read();
        while (Character.isLetterOrDigit(c)) {
          token.append((char) c);
          c = in.read();
        }
        in.unread(c);
      }
      tokens.addElement(token.toString());
    }
    return tokens;
  }

  /** By recursive descent. */
  private static final class Parser {
    private final Vector<String> tokens;
    private final Hashtable<String, Long> variables;
    private int at;

    Parser(Vector<String> tokens, Hashtable<String, Long> variables) {
      this.tokens = tokens;
      this.variables = variables;
    }

    boolean more() {
      return at < tokens.size();
    }

    void statement() throws IOException {
      String name = next();
      expect("=");
      long value = sum();
      expect(";");
      variables.put(name, value);
    }

    private long sum() throws IOException {
      long value = product();
      while (is("+") || is("-")) {
        value = next().equals("+") ? value + product() : value - product();
      }
      return value;
    }

    private long product() throws IOException {
      long value = atom();
      while (is("*")) {
        at++;
        value *= atom();
      }
      return value;
    }

    private long atom() throws IOException {
      String token = next();
      if (token.equals("(")) {
        long value = sum();
        expect(")");
        return value;
      }
      return Character.isDigit(token.charAt(0))
          ? Long.parseLong(token)
          : variables.getOrDefault(token, 1L);
    }

    private boolean is(String token) {
      return at < tokens.size() && tokens.elementAt(at).equals(token);
    }

    private String next() {
      return tokens.elementAt(at++);
    }

    private void expect(String token) throws IOException {
      String found = next();
      if (!found.equals(token)) {
        throw new IOException("token " + at + " is '" + found + "'; expected '" + token + "'");
      }
    }
  }
}
