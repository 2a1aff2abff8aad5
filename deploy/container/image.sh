#!/usr/bin/env bash
# Builds the image `almotacen` of an archive with buildah, as root, on a base made from Debian's packages: no image registry is
# asked, but Debian's mirror. Needs: buildah, mmdebstrap.
#   deploy/container/image.sh almotacen-0.1.0-linux-x64.tar.gz [options of buildah build]
set -euo pipefail
archive=$(realpath "${1:?the archive of a release, which npm run release makes}")
shift
suite=${SUITE:-bookworm}

# make_base NAME PACKAGES: an image of Debian's required packages and PACKAGES, unless it exists.
make_base() {
  local name=$1 packages=$2 container root
  if buildah inspect --type image "$name" >/dev/null 2>&1; then return; fi
  container=$(buildah from scratch)
  root=$(buildah mount "$container")
  mmdebstrap --mode=root --variant=minbase --format=directory --include="$packages" "$suite" "$root"
  buildah umount "$container" >/dev/null
  buildah commit --rm "$container" "$name"
}
make_base almotacen-base ca-certificates,libatomic1,libstdc++6

release=$(mktemp -d /var/tmp/almotacen-image-XXXXXX)
trap 'rm -rf "$release"' EXIT
tar --extract --file "$archive" --directory "$release" --strip-components=1
# Docker's format has the health check, OCI's has not.
buildah build --format docker --file "$release/deploy/container/Dockerfile" --tag almotacen \
  --build-arg BASE=localhost/almotacen-base "$@" "$release"
buildah images almotacen
