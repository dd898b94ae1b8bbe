# Builds the distribution with visible progress; sourced by uncork and test.

# Turns Maven's log into one changing line on a terminal, plain lines elsewhere.
show_progress() { # show_progress WHAT, with Maven's output as standard input
  local what=$1 line module="" step="" files=0 shown=""
  while IFS= read -r line; do
    case $line in
      "[INFO] Building "*"["*"/"*"]")
        module=${line#"[INFO] Building "}
        module="${module%% [0-9]*} ${module##* }"
        step=""
        ;;
      "[INFO] --- "*)
        step=${line#"[INFO] --- "}
        step=${step%% *}
        step=${step##*:}
        ;;
      "Downloaded from"* | "[INFO] Downloaded from"*) files=$((files + 1)) ;;
      *) continue ;;
    esac
    if [ -t 2 ]; then
      printf '\r\033[K%s: %s %s%s (%ds)' "$what" "$module" "$step" \
        "$([ "$files" -eq 0 ] || echo ", $files files fetched")" "$SECONDS" >&2
    elif [ "$module" != "$shown" ]; then
      shown=$module
      printf '%s: %s\n' "$what" "$module" >&2
    fi
  done
  if [ -t 2 ]; then
    printf '\r\033[K' >&2
  fi
}

# Builds dist/target/uncork without tests; on failure shows the errors and names the log.
build_distribution() { # build_distribution ROOT
  local root=$1 log=$1/target/build.log status=0
  mkdir -p "$root/target"
  SECONDS=0
  echo "uncork: building on first use or after a change; log: $log" >&2
  (cd "$root" && build-support/maven -B -pl dist -am package -DskipTests -Dmaven.test.skip=true -Dspotless.check.skip=true) \
    2>&1 | tee "$log" | show_progress "uncork: building" || status=$?
  if [ "$status" -ne 0 ]; then
    grep -E '^\[ERROR\]|^uncork:' "$log" | head -n 15 >&2 || true
    echo "uncork: the build failed; the whole log is in $log" >&2
    exit 2
  fi
  echo "uncork: built in $SECONDS s" >&2
}
