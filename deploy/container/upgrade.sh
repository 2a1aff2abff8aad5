#!/usr/bin/env bash
# Upgrades the portals of compose.yaml to the release of an archive: builds its image, takes a verified back-up, and replaces one
# portal after the other. If a new one does not serve, the image before is put back (exit code 1).
#   almotacen/upgrade.sh almotacen-0.2.0-linux-x64.tar.gz
set -euo pipefail
archive=$(realpath "${1:?the archive of a release, which npm run release makes}")
cd "$(dirname "$0")"
project=$(basename "$PWD")
version=$(basename "$archive" | sed -E 's/^almotacen-(.*)-linux-.*/\1/')

# replace PORTAL: makes its container again from the present image, and waits until it serves.
replace() {
  local container=${project}_$1_1
  podman stop --time 45 "$container" >/dev/null
  podman rm "$container" >/dev/null
  podman-compose --file compose.yaml up --detach --no-deps "$1" >/dev/null 2>&1
  for _ in $(seq 600); do
    if podman healthcheck run "$container" >/dev/null 2>&1; then return 0; fi
    if [ "$(podman inspect --format '{{.State.Running}}' "$container")" != true ]; then break; fi
    sleep 1
  done
  podman logs --tail 20 "$container" >&2
  return 1
}

podman tag localhost/almotacen localhost/almotacen:before
./image.sh "$archive"
podman exec "${project}_portal1_1" node src/server/admin/main.ts backup --before "$version"
for portal in portal1 portal2; do
  if replace "$portal"; then
    echo "$portal serves $version."
    continue
  fi
  podman tag localhost/almotacen:before localhost/almotacen
  if replace "$portal"; then
    echo "$version does not serve. The release before is put back, and serves." >&2
  else
    echo "$version does not serve, and has migrated the database: the release before does not serve either. The way back is the back-up." >&2
  fi
  exit 1
done
