# The balancer of compose.yaml. nginx comes from Debian, so that a machine with few images needs no
# image of nginx.
FROM debian:bookworm-slim
RUN apt-get update -qq \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nginx-light >/dev/null \
 && rm -rf /var/lib/apt/lists/*
COPY infra/nginx.conf /etc/nginx/nginx.conf
COPY infra/balancer.sh /usr/local/bin/balancer
USER www-data
EXPOSE 3000 3001
STOPSIGNAL SIGQUIT
CMD ["balancer"]
