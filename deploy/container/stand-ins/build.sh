#!/usr/bin/env bash
# Builds stand-ins for the images of PostgreSQL and HAProxy from Debian's and the portal's packages, where no image registry is
# reached, and names them to compose.yaml. Needs the images of image.sh.
#   almotacen/stand-ins/build.sh
set -euo pipefail
cd "$(dirname "$0")"
for name in postgres haproxy; do buildah build --file "$name.Dockerfile" --tag "stand-in-$name" .; done
touch ../.env
for line in POSTGRES_IMAGE=localhost/stand-in-postgres HAPROXY_IMAGE=localhost/stand-in-haproxy; do
  grep --quiet --line-regexp "$line" ../.env || echo "$line" >>../.env
done
