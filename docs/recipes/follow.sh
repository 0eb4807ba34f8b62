#!/bin/sh
# Prints the line of each new event, 10 to 15 s after its report. The first start begins with the
# next event, and a later start continues at the place that the script keeps. A is the address of
# the API, H the header with the key, CURSOR_FILE the file that keeps the place. The first argument
# is for parameters of /events, like types=loot.
set -eu
file=${CURSOR_FILE:-cursor.txt}
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
trap 'exit 0' INT TERM
[ -s "$file" ] || echo now > "$file"
while :; do
  # After a 429 or 503 curl waits for Retry-After. After other passing failures it waits longer
  # each time.
  curl -sS --fail-with-body --retry 8 --retry-max-time 600 --retry-connrefused -o "$answer" \
    -H "$H" "$A/events?${1:-}&limit=500&cursor=$(cat "$file")" || { cat "$answer" >&2; exit 1; }
  jq -r '.data[].line' "$answer"
  jq -r '.meta.next_cursor' "$answer" > "$file.new" && mv "$file.new" "$file"
  [ "$(jq .meta.caught_up "$answer")" = false ] || sleep "${PAUSE:-5}"
done
