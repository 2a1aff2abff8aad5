import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Whether Debian's packages can be installed here: as root on Debian, or on Ubuntu, whose Chromium is a snap. */
export function canInstall(): boolean {
  return (
    process.getuid?.() === 0 &&
    existsSync('/usr/bin/apt-get') &&
    existsSync('/etc/os-release') &&
    /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'))
  )
}

/** Seconds to wait for another run of apt-get, such as that of a second checkout. */
const LOCK_WAIT = 300

/** Runs apt-get and prints its errors. */
export function apt(...words: string[]): void {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = spawnSync('/usr/bin/apt-get', ['-o', `DPkg::Lock::Timeout=${LOCK_WAIT}`, ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment,
  })
  if (run.status !== 0) console.error(`apt-get ${words[0]} ha terminado con el código ${run.status ?? run.signal}.`)
}
