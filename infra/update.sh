#!/bin/bash
# Updates the hub of compose.yaml without an outage, or goes back to the earlier release. Run it in
# the folder of the release, which has hub.env. It replaces one container at a time, and stops an
# old container only when its replacement is healthy. When it ended early, run it again.
set -euo pipefail
# Version 1 of compose: COMPOSE='docker-compose --env-file hub.env -f infra/compose.yaml'
compose=${COMPOSE:-docker compose --env-file hub.env -f infra/compose.yaml}
# Open answers get 10 s.
stop_seconds=17
restarts_max=2

containers() { # containers SERVICE: also the stopped containers
  $compose ps -qa "$1"
}

start_another() { # start_another SERVICE
  local before after
  before=$(containers "$1")
  $compose up -d --no-deps --no-recreate --scale "$1=$(($(wc -w <<<"$before") + 1))" "$1"
  after=$(containers "$1")
  until_healthy "$1" "$(comm -13 <(sort <<<"$before") <(sort <<<"$after"))"
}

# A query waits until the new projector has built the changed tables: hours in a large hub.
until_healthy() { # until_healthy SERVICE CONTAINER
  local seconds=0 state
  while :; do
    state=$(docker inspect --format '{{.RestartCount}} {{.State.Health.Status}}' "$2")
    [ "${state#* }" != healthy ] || return 0
    if [ "${state% *}" -gt "$restarts_max" ]; then
      echo "The new container of $1 ends again and again: docker logs $2 says why." \
        "The old containers still serve. Remove the new container: docker rm -f $2" >&2
      return 1
    fi
    sleep 1
    seconds=$((seconds + 1))
    [ $((seconds % 60)) != 0 ] || echo "$1: not healthy for $((seconds / 60)) min, docker logs $2 says why"
  done
}

remove() {
  docker stop -t "$stop_seconds" "$1" >/dev/null
  docker rm "$1" >/dev/null
}

replace() {
  local old
  for old in $(containers "$1"); do
    start_another "$1"
    remove "$old"
    echo "$1: replaced a container"
  done
  # An earlier run that ended early may have left more containers.
  $compose up -d --no-deps --no-recreate "$1"
}

COMMIT=$(git rev-parse HEAD 2>/dev/null || true)
export COMMIT
$compose build
$compose run --rm --no-deps -T migrate
$compose run --rm --no-deps -T logins

# The new projector builds the tables that the new query needs.
projectors=$(containers projector)
start_another projector
replace query
replace ingest
replace console
for old in $projectors; do remove "$old"; done
$compose up -d --no-deps --no-recreate projector
echo "The hub runs the release of this folder."
