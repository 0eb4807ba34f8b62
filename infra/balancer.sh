#!/bin/sh
# Runs the balancer of compose.yaml. With TRUST_PROXY_HOPS above 1, other proxies stand in front of
# the balancer, and all requests come from the last proxy. With N proxies in front, the client is
# the Nth entry from the end of X-Forwarded-For. With a path in PUBLIC_URL, all locations are below
# the path.
set -eu
before=$((${TRUST_PROXY_HOPS:-1} - 1))
config=${BALANCER_CONFIG:-/etc/nginx/nginx.conf}
folder=${BALANCER_FOLDER:-/tmp}

if [ "$before" -gt 0 ]; then
  echo "\"~(?<address>[^,\\s]+)\\s*(?:,[^,]*){$((before - 1))}\$\" \$address;"
fi >"$folder/forwarded-client.map"
path=$(printf %s "${PUBLIC_URL:-}" | sed -nE 's|^[a-z]+://[^/]+(/.*[^/])/*$|\1|p')
sed -E "s@([ ^])/(api|docs/)@\1$path/\2@" "$config" >"$folder/balancer.conf"
exec nginx -c "$folder/balancer.conf" -g 'daemon off;'
