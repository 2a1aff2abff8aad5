#!/usr/bin/env bash
# Builds the image `almotacen` with buildah, as root, on two bases made from Debian's packages: no image registry is asked.
# npm's registry and Debian's mirror must be reached. Needs: buildah, mmdebstrap.
#   deploy/container/image.sh [options of buildah build]
set -euo pipefail
cd "$(dirname "$0")/../.."
suite=${SUITE:-bookworm}

# make_base NAME PACKAGES [options of mmdebstrap]: an image of Debian's required packages and PACKAGES, unless it exists.
make_base() {
  local name=$1 packages=$2 container root
  shift 2
  if buildah inspect --type image "$name" >/dev/null 2>&1; then return; fi
  container=$(buildah from scratch)
  root=$(buildah mount "$container")
  mmdebstrap --mode=root --variant=minbase --format=directory --include="$packages" "$@" "$suite" "$root"
  buildah umount "$container" >/dev/null
  buildah commit --rm "$container" "$name"
}

# Authorities that this machine trusts besides Debian's, for a network that ends TLS: in the base of the build alone.
trust=()
if compgen -G '/usr/local/share/ca-certificates/*.crt' >/dev/null; then
  # shellcheck disable=SC2016
  trust=(--customize-hook='copy-in /usr/local/share/ca-certificates /usr/local/share'
    --customize-hook='chroot "$1" update-ca-certificates')
fi
make_base almotacen-build-base ca-certificates,libatomic1,libstdc++6,nodejs,npm "${trust[@]}"
make_base almotacen-base ca-certificates,libatomic1,libstdc++6

# Docker's format has the health check, OCI's has not.
buildah build --format docker --file deploy/container/Dockerfile --tag almotacen \
  --build-arg BUILD_BASE=localhost/almotacen-build-base --build-arg BASE=localhost/almotacen-base "$@" .
buildah images almotacen
