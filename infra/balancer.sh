#!/bin/sh
# Runs the balancer of compose.yaml. With TRUST_PROXY_HOPS above 1 there are proxies in front of it. Then all requests come
# from the last proxy, and the client is the entry of X-Forwarded-For that stands as many places from its end as there are
# proxies in front.
set -eu
before=$((${TRUST_PROXY_HOPS:-1} - 1))
config=${BALANCER_CONFIG:-/etc/nginx/nginx.conf}
folder=${BALANCER_FOLDER:-/tmp}

if [ "$before" -gt 0 ]; then
  echo "\"~(?<address>[^,\\s]+)\\s*(?:,[^,]*){$((before - 1))}\$\" \$address;"
fi >"$folder/forwarded-client.map"
exec nginx -c "$config" -g 'daemon off;'
