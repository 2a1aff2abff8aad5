#!/usr/bin/env bash
# Writes what compose.yaml reads: .env with the address, secrets/ with new passwords, and certificates/ with a certificate signed
# by itself, to be replaced by your own. Keeps what exists.
#   PUBLIC_URL=https://portal.example almotacen/prepare.sh smtp://mail.example:587 privacy-policy.pdf
set -euo pipefail
smtp=${1:?the address of the mail server} policy=$(realpath "${2:?the privacy policy, a PDF}")
url=${PUBLIC_URL:?the address of the portal, such as https://portal.example}
cd "$(dirname "$0")"
umask 077
mkdir -p secrets certificates

# keep FILE: writes standard input to the file, unless it exists. The portal's user in the container reads it.
keep() { [ -e "secrets/$1" ] || cat >"secrets/$1"; }
random() { openssl rand -hex 24; }
random | keep database_password
random | keep portal_password
random | keep app_secret
echo "postgres://almotacen_owner:$(cat secrets/database_password)@database/almotacen" | keep database_owner_url
echo "postgres://almotacen_app:$(cat secrets/portal_password)@database/almotacen" | keep database_url
echo "$smtp" | keep smtp_url
keep privacy_policy.pdf <"$policy"

[ -e .env ] || echo "PUBLIC_URL=$url" >.env

name=$(sed -E 's#^https://([^:/]+).*#\1#' <<<"$url")
if [ ! -e certificates/portal.pem ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj "/CN=$name" \
    -addext "subjectAltName=DNS:$name" -keyout certificates/portal.key -out certificates/portal.crt 2>/dev/null
  cat certificates/portal.crt certificates/portal.key >certificates/portal.pem
fi
# Compose mounts the files as they are; the folders stay closed to other users of this machine.
chmod 0444 secrets/* certificates/portal.pem
