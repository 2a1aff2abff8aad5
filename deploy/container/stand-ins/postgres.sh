# shellcheck shell=bash
# What the official image does with its variables, as far as compose.yaml uses them.
set -euo pipefail
data=/var/lib/postgresql/18
if [ ! -e "$data/PG_VERSION" ]; then
  initdb -D "$data" -U "$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" -A scram-sha-256 --auth-local=trust -E UTF8
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  pg_ctl -D "$data" -w -o '-c listen_addresses= -c unix_socket_directories=/tmp' start
  export PGHOST=/tmp
  psql -U "$POSTGRES_USER" -d postgres -c "create database $POSTGRES_DB"
  for script in /docker-entrypoint-initdb.d/*.sh; do bash "$script"; done
  pg_ctl -D "$data" -w stop
fi
exec postgres -D "$data" -c 'listen_addresses=*' -c unix_socket_directories=/tmp
