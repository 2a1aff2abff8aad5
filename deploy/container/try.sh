#!/usr/bin/env bash
# Runs the image `almotacen` as a demonstration, as locked up as in production, and checks what docs/operations/containers.md
# says of it. Needs podman, and curl. Ends with 1 if something is wrong, and leaves nothing behind.
#   deploy/container/try.sh [options of podman run]
set -euo pipefail
name=almotacen-try-$$ port=${PORT:-38080}
trap 'podman rm --force --time 0 "$name" >/dev/null 2>&1; podman volume rm --force "$name" >/dev/null 2>&1' EXIT
check() { if [ "$2" = "$3" ]; then echo "ok    $1: $2"; else echo "wrong $1: $2, not $3" && exit 1; fi; }
inside() { podman exec "$name" sh -c "$1"; }

began=$(date +%s)
podman run --detach --name "$name" --no-healthcheck --read-only --tmpfs /tmp --cap-drop ALL \
  --security-opt no-new-privileges --volume "$name:/data" --publish "127.0.0.1:$port:3000" \
  --env NODE_ENV=development --env WORKERS=1 "$@" localhost/almotacen >/dev/null
for _ in $(seq 120); do
  ready=$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/health/ready" || true)
  if [ "$ready" = 200 ]; then break; fi
  sleep 1
done
check "/health/ready after $(($(date +%s) - began)) s" "$ready" 200
check 'user' "$(inside 'id -u')" 10001
check 'writes outside /data, /backups and /tmp' "$(inside 'touch /app/a /etc/a /a 2>/dev/null && echo yes || echo no')" no
check 'writes in /data, /backups and /tmp' "$(inside 'touch /data/a /backups/a /tmp/a && echo yes || echo no')" yes
check 'capabilities' "$(inside "sed -n 's/^CapBnd:\s*//p' /proc/1/status")" 0000000000000000
check 'no new privileges' "$(inside "sed -n 's/^NoNewPrivs:\s*//p' /proc/1/status")" 1

signed_in=$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/api/v1/login" \
  -H 'content-type: application/json' -H 'x-requested-with: fetch' -H 'x-csrf-token: try' \
  -d '{"email":"cci@almotacen.example","password":"Almotacen.2026"}')
check 'sign-in of a demo account' "$signed_in" 200
check 'the page' "$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/")" 200

began=$(date +%s)
podman stop --time 45 "$name" >/dev/null
check "stopped after $(($(date +%s) - began)) s, exit status" "$(podman inspect --format '{{.State.ExitCode}}' "$name")" 0
