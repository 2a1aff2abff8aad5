#!/bin/sh
# After `npm ci` and before `npm start`: whether the pinned Node.js runs on this machine. Everything else is written for
# it and could not say so.
cd "$(dirname "$0")/.." || exit 1
node=node_modules/node/bin/node
if [ ! -e "$node" ]; then
  echo 'Faltan los paquetes del portal: ejecute antes npm ci.' >&2
  exit 1
fi
said=$("$node" --version 2>&1) && exit 0
case $said in
  *libatomic.so*)
    said='falta la biblioteca libatomic1. Instálela (Debian y Ubuntu: apt-get install libatomic1; Fedora y Red Hat: dnf install libatomic) y repita npm ci.'
    ;;
esac
echo "Node.js no arranca en este equipo: $said" >&2
exit 1
