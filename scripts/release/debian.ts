/**
 * The Debian package of a release. It carries the archive and puts it in place by the command of the operator, because dpkg removes
 * the files of a service while that still runs from them, and could not go back (docs/decisions/071-debian-package.md).
 */
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { UNITS } from '../operator/service.ts'

const root = join(import.meta.dirname, '../..')
const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

const controlOf = (version: string, kilobytes: number) => `Package: almotacen
Version: ${version}
Architecture: ${ARCHITECTURES[process.arch] ?? process.arch}
Maintainer: Almotacen <almotacen@localhost>
Installed-Size: ${kilobytes}
Depends: libatomic1, libnss-systemd, libstdc++6, systemd
Recommends: nginx
Suggests: postgresql
Section: web
Priority: optional
Description: portal in which suppliers of banks are qualified
 Node.js, PostgreSQL and all packages of the release are included. After its installation
 "almotacen install" makes a service of it.
`

/** After unpacking: a first release waits for its settings, a later one takes the place of the one that serves. */
const postinst = (version: string, archive: string) => `#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
archive=/usr/share/almotacen/${archive}
release=almotacen-${version}
if [ -e /etc/almotacen/portal.env ] && [ -L /opt/almotacen ]; then
  systemctl daemon-reload
  if [ "$(readlink /opt/almotacen)" != "$release" ]; then sh /opt/almotacen/deploy/systemd/almotacen upgrade "$archive"; fi
else
  mkdir -p /opt
  tar --extract --file "$archive" --directory /opt --no-same-owner
  ln --symbolic --force --no-dereference "$release" /opt/almotacen
  echo 'Make a service of it: almotacen install --help'
fi
`

const prerm = `#!/bin/sh
set -e
if [ "$1" = remove ]; then
  systemctl disable --quiet --now almotacen.service almotacen-backup.timer || true
fi
`

/** Data, key and back-ups stay, after a purge as well: nothing else has them. */
const postrm = `#!/bin/sh
set -e
case $1 in
  remove | purge)
    rm -rf /opt/almotacen /opt/almotacen-[0-9]*
    echo 'Data, key and back-ups stay in /var/lib/private and /etc/almotacen.'
    ;;
esac
`

/** @returns the path of the package, beside the archive */
export function packDebian(archive: string, version: string): string {
  const folder = mkdtempSync(join(dirname(archive), '.debian-'))
  const place = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    return join(folder, path)
  }
  try {
    linkSync(archive, place(`usr/share/almotacen/${basename(archive)}`))
    for (const name of UNITS) copyFileSync(join(root, 'deploy/systemd', name), place(`usr/lib/systemd/system/${name}`))
    symlinkSync('/opt/almotacen/deploy/systemd/almotacen', place('usr/sbin/almotacen'))
    copyFileSync(join(root, 'LICENSE'), place('usr/share/doc/almotacen/copyright'))
    mkdirSync(join(folder, 'etc/almotacen'), { recursive: true })
    // A version of a snapshot is before that of the release.
    const debianVersion = version.replace('-', '~')
    writeFileSync(place('DEBIAN/control'), controlOf(debianVersion, Math.ceil(statSync(archive).size / 1024)))
    const scripts = { postinst: postinst(version, basename(archive)), prerm, postrm }
    for (const [name, text] of Object.entries(scripts)) writeFileSync(place(`DEBIAN/${name}`), text, { mode: 0o755 })
    const architecture = /^Architecture: (.+)$/m.exec(readFileSync(join(folder, 'DEBIAN/control'), 'utf8'))![1]
    const made = join(dirname(archive), `almotacen_${debianVersion}_${architecture}.deb`)
    // What is in it is compressed already.
    execFileSync('dpkg-deb', ['--build', '--root-owner-group', '-Znone', folder, made], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return made
  } finally {
    rmSync(folder, { recursive: true })
  }
}
