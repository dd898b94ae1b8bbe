# Chooses and runs tests; sourced by test. Tiers are those of module test-support.

# Reads ./test's arguments into TIER, MODULES, CLASSES and OPTIONS.
read_arguments() {
  TIER=default
  MODULES=()
  CLASSES=()
  OPTIONS=()
  case ${1:-} in
    -h | --help)
      sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$root/test"
      exit 0
      ;;
    fast | all)
      TIER=$1
      shift
      ;;
  esac
  local name
  for name; do
    if [[ $name == -D* ]]; then
      OPTIONS+=("$name")
    elif [ -f "$root/$name/pom.xml" ]; then
      MODULES+=("${name%/}")
    elif [ -n "$(test_files "${name%%#*}")" ]; then
      CLASSES+=("$name")
    else
      echo "test: '$name' is neither a tier (fast, all), nor a module (such as cli), nor a test" \
        "class (such as AttachTest or AttachTest#ctrlCEndsEarlyWithAReport)" >&2
      exit 2
    fi
  done
  if [ ${#MODULES[@]} -gt 0 ] && [ ${#CLASSES[@]} -gt 0 ]; then
    echo "test: modules or classes, not both: ${MODULES[*]} ${CLASSES[*]}" >&2
    exit 2
  fi
}

# Source files of the test classes of this simple name.
test_files() { # test_files CLASS
  git -C "$root" ls-files --cached --others --exclude-standard -- "*/src/test/java/**/$1.java"
}

# The module that a source file is in.
module_of() { # module_of FILE
  echo "${1%%/src/test/*}"
}

# What Maven calls the expression of tags of a tier.
tags_of() { # tags_of TIER
  case $1 in
    fast) echo 'fast | (!default & !all)' ;;
    default) echo 'fast | !all' ;;
    soak) echo '!fast & all' ;;
  esac
}

forget_earlier_results() {
  mkdir -p "$root/target"
  rm -f "$root"/target/test*.log
  find "$root" -path '*/target/*-reports/TEST-*.xml' -delete
  find "$root" -path '*/target/tiers/tiers-*.txt' -delete
}

run_tests() {
  if [ ${#CLASSES[@]} -gt 0 ]; then
    run_classes "${CLASSES[@]}"
  elif [ ${#MODULES[@]} -gt 0 ]; then
    run_modules
  else
    run_tier "$TIER"
  fi
}

# Runs Maven, showing its progress; the log is target/test.log. Modules are built side by side.
# Every module is tested even if an earlier one fails, unless it depends on that one.
# Tests send SIGINT, which a shell's background jobs would ignore.
maven() { # maven ARGUMENT...
  (cd "$root" && env --default-signal=INT "$root/build-support/maven" -B --fail-at-end "$@" "${OPTIONS[@]}") 2>&1 |
    tee -a "$root/target/test.log" | show_progress "uncork: testing"
}

run_tier() { # run_tier TIER
  echo "uncork: building and testing, tier $1; log: $root/target/test.log" >&2
  case $1 in
    all)
      local status=0
      maven -T 3 verify -Duncork.test.tier=all "-Duncork.test.groups=$(tags_of default)" || status=$?
      # Soaks and what needs the machine for itself.
      maven verify -Duncork.test.tier=all "-Duncork.test.groups=$(tags_of soak)" \
        -Duncork.test.forks=1 -Duncork.test.cpp.skip=true || status=$?
      return "$status"
      ;;
    *) maven -T 3 verify "-Duncork.test.tier=$1" "-Duncork.test.groups=$(tags_of "$1")" ;;
  esac
}

# The tests of some modules, and of no module that they depend on.
run_modules() {
  local classes=() file module
  while IFS= read -r file; do
    file=${file##*/src/test/java/}
    classes+=("${file%.java}")
  done < <(for module in "${MODULES[@]}"; do
    git -C "$root" ls-files --cached --others --exclude-standard -- \
      "$module/src/test/java/**Test.java" "$module/src/test/java/**IT.java"
  done)
  local cpp=true
  case " ${MODULES[*]} " in *" collector "*) cpp=false ;; esac
  local groups
  groups=$(tags_of "$TIER")
  [ "$TIER" = all ] && groups='any() | none()'
  chosen "$(join , "${MODULES[@]}")" "$(join , "${classes[@]}")" \
    "-Duncork.test.tier=$TIER" "-Duncork.test.groups=$groups" "-Duncork.test.cpp.skip=$cpp"
}

run_classes() { # run_classes CLASS[#METHOD]...
  local name file modules=() patterns=()
  for name; do
    while IFS= read -r file; do
      modules+=("$(module_of "$file")")
      file=${file##*/src/test/java/}
      file=${file%.java}
      case $name in *"#"*) file="$file#${name#*#}*" ;; esac
      patterns+=("$file")
    done < <(test_files "${name%%#*}")
  done
  chosen "$(join , "${modules[@]}")" "$(join , "${patterns[@]}")" -Duncork.test.tier=all \
    "-Duncork.test.groups=any() | none()" -Duncork.test.cpp.skip=true
}

# Runs these tests of these modules; what these depend on is built only.
chosen() { # chosen MODULES TESTS MAVEN_OPTION...
  local modules=$1 tests=$2
  shift 2
  echo "uncork: building and testing $modules; log: $root/target/test.log" >&2
  maven -T 2 package -pl "$modules" -am "-Dtest=$tests" -Dsurefire.failIfNoSpecifiedTests=false \
    -Denforcer.skip=true -Dspotless.check.skip=true "$@"
}

join() { # join SEPARATOR WORD...
  local IFS=$1
  shift
  echo "$*"
}

# What failed and what was skipped, and why, the slowest classes, then the counts over all modules.
# The C++ tests have no such report; their counts are in the log.
summarize() {
  local log=$root/target/test.log cpp cpp_skipped tiers
  cpp=$(sed -n 's/.* C++: .* \([0-9]*\) tests failed out of \([0-9]*\).*/\1 \2/p' "$log" | tail -n 1)
  cpp_skipped=$(sed -n 's/.*: \(unit tests in C++ are skipped.*\)/\1/p' "$log" | tail -n 1)
  tiers=$(find "$root" -path '*/target/tiers/tiers-*.txt' -exec cat {} + | sort -u |
    cut -d ' ' -f 1 | sort | uniq -c | awk '{ printf "%s%s %d", separator, $2, $1; separator = ", " }')
  find "$root" -path '*/target/*-reports/TEST-*.xml' -print0 | sort -z |
    xargs -0 -r awk -v cpp="$cpp" -v cpp_skipped="$cpp_skipped" -v tiers="$tiers" \
      -v flakes_file="$root/build-support/flakes.txt" -v today="$(date +%F)" \
      -f "$root/build-support/summary.awk"
}

# Checks subjects of commits from now on, in this clone.
install_commit_hook() { # install_commit_hook ROOT
  local hooks
  hooks=$(git -C "$1" rev-parse --path-format=absolute --git-path hooks 2>/dev/null) || return 0
  if [ ! -e "$hooks/commit-msg" ]; then
    mkdir -p "$hooks" 2>/dev/null && cp "$1/build-support/commit-msg" "$hooks/commit-msg" || return 0
    echo "uncork: commit subjects are checked from now on, by $hooks/commit-msg" >&2
  fi
}
