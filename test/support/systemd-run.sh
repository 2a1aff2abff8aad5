#!/bin/sh
# Stands in for systemd-run: runs a command in the mounts that its properties ask of systemd, below the folder $MACHINE, with
# the release $RELEASE in /opt/almotacen. Needs the right to make mounts, as root or in a user namespace.
set -eu
states='' unit='' directory=/ environment=''
while [ $# -gt 0 ]; do
  case "$1" in
    --property=StateDirectory=*) states=${1#--property=StateDirectory=} ;;
    --property=EnvironmentFile=*) environment="$environment $(cat "${1#--property=EnvironmentFile=}")" ;;
    --property=LoadCredential=*)
      given=${1#--property=LoadCredential=}
      mkdir -p "$MACHINE/run/credentials/$unit.service"
      cp "${given#*:}" "$MACHINE/run/credentials/$unit.service/${given%%:*}" ;;
    --setenv=*) environment="$environment ${1#--setenv=}" ;;
    --unit=*) unit=${1#--unit=} ;;
    --working-directory=*) directory=${1#--working-directory=} ;;
    --*) ;;
    *) break ;;
  esac
  shift
done
export states directory environment
map=''
if [ "$(id -u)" != 0 ]; then map=--map-root-user; fi
exec unshare --mount $map sh -euc '
  for state in $states; do mkdir -p "$MACHINE/var/lib/$state" "$MACHINE/states/$state"; done
  mount --bind "$MACHINE/opt" /opt
  mount --bind "$RELEASE" /opt/almotacen
  mount --bind "$MACHINE/run" /run
  mount --bind "$MACHINE/var/lib" /var/lib
  for state in $states; do mount --bind "$MACHINE/var/lib/$state" "/var/lib/$state"; done
  mount --bind "$MACHINE/systemd-private-1/tmp" /tmp
  # ProtectSystem=strict.
  for place in / /opt /opt/almotacen /var/lib; do mount -o remount,bind,ro "$place"; done
  cd "$directory"
  # The words of the settings are without spaces here.
  exec env -i PATH=/usr/bin:/bin $environment "$@"
' sh "$@"
