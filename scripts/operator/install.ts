/** `almotacen install`: makes a service of the release that it is called in. It may be repeated, and keeps what exists. */
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { optionsOf } from '../usage.ts'
import type { Places } from './service.ts'
import { Ended, inPostgres, placesBelow, run, say, start, UNITS } from './service.ts'

export const installUsage = `almotacen install --url <https://…> --policy <file.pdf>
  --url <https://…>     the address of the portal in a browser
  --policy <file.pdf>   your privacy policy and terms of use
  --smtp <smtp://…>     the mail server; write one with a password to the settings instead
  --mail-from <address> the sender of mails (no-responder@ the name in --url)
  --postgresql          makes users and database in Debian's PostgreSQL of this machine; otherwise the portal runs its own
  --no-start            leaves the start to you, after other settings
Repeated without options it keeps key and settings, and puts the files of systemd in place.`

type Options = { url?: string; policy?: string; smtp?: string; 'mail-from'?: string; postgresql?: boolean }

const release = resolve(import.meta.dirname, '../..')
const random = () => randomBytes(24).toString('hex')

/** The link to this release. @throws Ended when another one is installed */
function placeLink({ link }: Places): void {
  if (dirname(release) !== dirname(link))
    throw new Ended(
      `The release is in ${release}. Nothing was done. Unpack it in ${dirname(link)}, and install it from there.`,
    )
  const found = lstatSync(link, { throwIfNoEntry: false })
  if (!found) {
    symlinkSync(basename(release), link)
    return
  }
  if (found.isSymbolicLink() && resolve(dirname(link), readlinkSync(link)) === release) return
  throw new Ended(
    `${link} is there and is not this release. Nothing was done. To put a release in place of another: almotacen upgrade <archive>`,
  )
}

/** @throws Ended for a value that a line of the settings cannot hold */
function line(name: string, value: string): string {
  if (/["\\$`\p{Cc}]/u.test(value))
    throw new Ended(`${name} has a character that settings cannot hold. Nothing was done.`)
  return `${name}=${/^[\w:/.@%+=,~?&-]*$/.test(value) ? value : `"${value}"`}\n`
}

/** @throws Ended for what an installation needs and has not */
function checked({ url, policy }: Options): { url: string; policy: string } {
  if (!url || !policy) throw new Ended(`--url and --policy are needed. Nothing was done.\n${installUsage}`)
  if (!URL.canParse(url) || !url.startsWith('https://'))
    throw new Ended(`${url} is no address that begins with https://. Nothing was done.`)
  if (!existsSync(policy) || readFileSync(policy).subarray(0, 5).toString() !== '%PDF-')
    throw new Ended(`${policy} is no PDF. Nothing was done. --policy names your privacy policy.`)
  return { url, policy }
}

/** The owner of the tables and the user that serves, in PostgreSQL of this machine. @returns their settings */
function makeDatabase(): string {
  const [owner, app] = [random(), random()]
  const { status, said } = inPostgres(`
    create role almotacen_owner login password '${owner}';
    create role almotacen_app login password '${app}';
    create database almotacen owner almotacen_owner;`)
  if (status !== 0)
    throw new Ended(
      `PostgreSQL of this machine refuses: ${said}\nInstall it (apt-get install postgresql), remove what is left of an earlier ` +
        'installation, or leave out --postgresql.',
    )
  const at = '127.0.0.1/almotacen'
  return (
    line('DATABASE_URL', `postgres://almotacen_app:${app}@${at}`) +
    line('DATABASE_OWNER_URL', `postgres://almotacen_owner:${owner}@${at}`)
  )
}

/** Writes the settings unless they exist. */
function placeSettings({ settings, policy: policyPlace }: Places, given: Options): void {
  if (existsSync(settings)) {
    if (Object.keys(given).length > 0)
      throw new Ended(`${settings} exists. Nothing was done. Change it there, and run "systemctl restart almotacen".`)
    say(`Kept ${settings}.`)
    return
  }
  const { url, policy } = checked(given)
  const { smtp, postgresql } = given
  const from = given['mail-from'] ?? `no-responder@${new URL(url).hostname}`
  const text = [
    '# The settings of the portal (docs/operations/configuration.md). After a change: systemctl restart almotacen\n',
    line('PUBLIC_URL', url),
    line('TRUST_PROXY', '127.0.0.1'),
    line('PRIVACY_POLICY', '/etc/almotacen/privacy-policy.pdf'),
    line('MAIL_FROM', `Almotacén <${from}>`),
    ...(smtp ? [line('SMTP_URL', smtp)] : []),
  ]
  mkdirSync(dirname(settings), { recursive: true, mode: 0o755 })
  copyFileSync(policy, policyPlace)
  // The service's user reads it; systemd reads the settings and the key as root.
  chmodSync(policyPlace, 0o644)
  writeFileSync(settings, [...text, ...(postgresql ? [makeDatabase()] : [])].join(''), { mode: 0o600, flag: 'wx' })
  say(`Made ${settings}.`)
}

/** A lost key loses second factors and waiting mails: it is made once. */
function placeKey({ key }: Places): void {
  if (existsSync(key)) {
    say(`Kept ${key}.`)
    return
  }
  writeFileSync(key, `${random()}\n`, { mode: 0o600, flag: 'wx' })
  say(`Made ${key}, the key of the installation. Keep a copy of it apart from the back-ups.`)
}

/** The files of systemd and the command; those of the Debian package are its own. */
function placeFiles(places: Places): void {
  const from = join(release, 'deploy/systemd')
  if (!existsSync(join(places.packagedUnits, UNITS[0]!))) {
    mkdirSync(places.units, { recursive: true })
    for (const name of UNITS) copyFileSync(join(from, name), join(places.units, name))
  }
  if ([places.packagedCommand, places.command].some(path => lstatSync(path, { throwIfNoEntry: false }))) return
  mkdirSync(dirname(places.command), { recursive: true })
  symlinkSync('/opt/almotacen/deploy/systemd/almotacen', places.command)
}

export async function install(words: string[]): Promise<void> {
  const {
    'no-start': isLeft,
    machine = '/',
    ...given
  } = optionsOf(
    installUsage,
    {
      url: { type: 'string' },
      policy: { type: 'string' },
      smtp: { type: 'string' },
      'mail-from': { type: 'string' },
      postgresql: { type: 'boolean' },
      'no-start': { type: 'boolean' },
      machine: { type: 'string' },
    },
    words,
  )
  const places = placesBelow(machine)
  placeLink(places)
  placeSettings(places, given)
  placeKey(places)
  placeFiles(places)
  if (run('systemctl', 'daemon-reload') !== 0)
    throw new Ended(
      'systemd does not answer. All files are in place: start the service with "systemctl enable --now almotacen".',
    )
  if (isLeft) {
    say('Start it with: systemctl enable --now almotacen almotacen-backup.timer')
    return
  }
  run('systemctl', 'enable', '--quiet', 'almotacen.service', 'almotacen-backup.timer')
  start('start')
  run('systemctl', 'start', 'almotacen-backup.timer')
  say('The portal serves. Create the first user: almotacen create-user you@your-bank.example')
}
