# Adds up Surefire's XML reports: skipped tests with their reasons, tests that passed the second
# time only and failures with their messages, the ten slowest classes, the tests of each tier, then
# one line: N passed, N failed, N skipped. Ends with status 1 when something failed or nothing ran.
# Tests that passed the second time only are added to flakes_file.

function attribute(line, name,    start, rest) {
  start = index(line, " " name "=\"")
  if (!start) return ""
  rest = substr(line, start + length(name) + 3)
  return substr(rest, 1, index(rest, "\"") - 1)
}

function plain(text,    n, i, lines) {
  # The first four lines: AssertJ's messages begin with a line break.
  gsub(/(&#13;)?&#10;[ \t]*/, "\n", text)
  sub(/^\n+/, "", text)
  n = split(text, lines, /\n+/)
  text = lines[1]
  for (i = 2; i <= n && i <= 4; i++) text = text " " lines[i]
  gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&quot;/, "\"", text)
  gsub(/&apos;/, "'", text); gsub(/&amp;/, "\\&", text)
  return text
}

function shortened(class) {
  sub(/.*\./, "", class)
  return class
}

# What a test printed may look like anything.
inside && /<\/system-(out|err)>/ { inside = 0; next }
inside { next }
/<system-(out|err)>/ { inside = !/<\/system-(out|err)>/; next }
/<testsuite / {
  suite = attribute($0, "name")
  seconds[suite] += attribute($0, "time")
}
/<testcase / {
  total++
  class = attribute($0, "classname")
  sub(/.*\./, "", class)
  test = class "." plain(attribute($0, "name"))
}
/<skipped/ {
  skipped++
  reason = plain(attribute($0, "message"))
  skips[skipped] = test ": " reason
  # Without that attribute the reason is the text after the exception's name.
  if (reason == "" && sub(/.*CDATA\[[^:]*: /, "")) {
    sub(/^Assumption failed: /, "")
    sub(/\]\]>.*/, "")
    skips[skipped] = skips[skipped] $0
  } else if (reason == "") awaited = skipped
  next
}
awaited {
  sub(/\]\]>.*/, "")
  skips[awaited] = skips[awaited] $0
  awaited = 0
  next
}
/<flaky(Failure|Error)[ >]/ {
  flaky[++flakes] = test ": " plain(attribute($0, "message"))
}
/<(failure|error)[ >]/ {
  failed++
  failures[failed] = test ": " plain(attribute($0, "message"))
}
END {
  if (split(cpp, count, " ") == 2) {
    total += count[2]
    failed += count[1]
    if (count[1] > 0) failures[failed] = "C++: " count[1] " tests; see collector/target/tests.log"
  }
  if (cpp_skipped != "") {
    total++
    skips[++skipped] = cpp_skipped
  }
  for (i = 1; i <= skipped; i++) print "skipped " skips[i]
  while ((getline line < flakes_file) > 0) {
    split(line, word, " ")
    flaked[word[2]] = 1
  }
  for (i = 1; i <= flakes; i++) {
    name = flaky[i]
    sub(/[: (].*/, "", name)
    print "FLAKY   " flaky[i] " (passed the second time" (flaked[name] ? ", and not for the first time: mend it)" : ")")
    message = flaky[i]
    sub(/^[^:]*: /, "", message)
    print today " " name " " substr(message, 1, 160) >> flakes_file
  }
  for (i = 1; i <= failed; i++) if (i in failures) print "FAILED  " failures[i]
  for (i = 1; i <= 10; i++) {
    slowest = ""
    for (suite in seconds) if (slowest == "" || seconds[suite] > seconds[slowest]) slowest = suite
    if (slowest == "" || seconds[slowest] < 1) break
    printf "%s%.0f s %s", (i == 1 ? "slowest " : ", "), seconds[slowest], shortened(slowest)
    delete seconds[slowest]
  }
  if (i > 1) print ""
  if (tiers != "") print "tiers   " tiers
  printf "%d passed, %d failed, %d skipped\n", total - failed - skipped, failed, skipped
  if (failed || !total) exit 1
}
