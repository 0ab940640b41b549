#!/bin/sh
# Makes the secrets of single.yaml and replicas.yaml in the folder secrets, each once: what is there stays as it is.
# Keep a copy of the folder: without "opaque" and "encryption" the passwords of a backup are of no use.
set -eu
cd "$(dirname "$0")"
# Only you enter the folder. Its files are open, since containers read them as another user.
mkdir -p secrets
chmod 700 secrets
cd secrets

make() { # NAME COMMAND…: the file NAME holds what the command prints
  name=$1
  shift
  [ -s "$name" ] && return
  "$@" >"$name.new"
  chmod 644 "$name.new"
  mv "$name.new" "$name"
  echo "made secrets/$name"
}

make jwt openssl rand -base64 48
make opaque openssl rand -base64 48
make encryption openssl rand -hex 32
make root_password openssl rand -base64 18

make turn openssl rand -hex 32
make storage_access_key openssl rand -hex 10
make storage_secret_key openssl rand -hex 20
make database_password openssl rand -hex 24
make redis_password openssl rand -hex 24
make database_url printf 'postgres://matinee:%s@postgres/matinee\n' "$(cat database_password)"
make redis_url printf 'redis://:%s@redis:6379\n' "$(cat redis_password)"
# What it holds lives for minutes, so it writes nothing down.
make redis.conf printf 'requirepass %s\nsave ""\n' "$(cat redis_password)"
make storage.env printf 'ROOT_ACCESS_KEY=%s\nROOT_SECRET_KEY=%s\nAWS_ACCESS_KEY_ID=%s\nAWS_SECRET_ACCESS_KEY=%s\n' \
  "$(cat storage_access_key)" "$(cat storage_secret_key)" "$(cat storage_access_key)" "$(cat storage_secret_key)"
# Nobody reaches other machines of this network through it.
make turnserver.conf printf 'use-auth-secret\nstatic-auth-secret=%s\nrealm=matinee\nno-cli\nno-tls\nno-dtls\n%s\n' \
  "$(cat turn)" "$(for range in 0.0.0.0-0.255.255.255 10.0.0.0-10.255.255.255 127.0.0.0-127.255.255.255 \
    169.254.0.0-169.254.255.255 172.16.0.0-172.31.255.255 192.168.0.0-192.168.255.255; do
    echo "denied-peer-ip=$range"
  done)"
