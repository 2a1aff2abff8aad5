import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { planted, startLab } from '#assurance/trust/ffuf-lab.ts'
import type { Barrage, Fuzzed } from '#assurance/trust/ffuf-run.ts'
import { ffuf } from '#assurance/trust/ffuf-run.ts'
import {
  addressesOf,
  besideOf,
  callAddresses,
  methods,
  nameCount,
  overriding,
  saidOtherwise,
  whence,
} from '#assurance/trust/ffuf-words.ts'
import { LEAK } from '#assurance/trust/leak.ts'
import { lacking } from '#assurance/trust/machine.ts'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { contracts } from '#domain/contracts.ts'
import { CSP_REPORTS } from '#server/http/security/security-headers.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* ffuf (Debian's package) looks for exposed resources, by address, method and header. */

const root = resolve(import.meta.dirname, '../..')
const web = join(root, 'dist/web')
let kept: Buffer | null = null
function page(): Buffer {
  kept ??= readFileSync(join(web, 'index.html'))
  return kept
}

/** The session of a scan: a session admits more. */
type Who = { signedIn: boolean }

/** Resources that are not calls, and their paths. */
const others = ['/api/v1/openapi.json', '/api/docs', '/health/live', '/health/ready']

const patterns = contracts
  .filter(({ method }) => method === 'GET')
  .map(({ path, who }) => ({
    who,
    pattern: new RegExp(`^/api/v1${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }))

/** Whether a success is an intended one: the application's page, one of its files, a call. */
function isMeant({ method, address, headers, body }: Fuzzed, { signedIn }: Who): boolean {
  const path = address.split('?')[0]!
  if (method === 'POST') return path === CSP_REPORTS
  if (method !== 'GET' && method !== 'HEAD') return false
  if (others.includes(path)) return method === 'GET'
  const isCall = patterns.some(({ who, pattern }) => (signedIn || who === 'anyone') && pattern.test(plain(path)))
  // Private content must not be cached, whatever the address.
  if (isCall) return method === 'GET' && /^cache-control: no-store\r?$/im.test(headers)
  const said = decoded(path)
  // The application reports an unknown screen itself; a name with a dot would be a file.
  if (method === 'GET' && !said.includes('.') && body.equals(page())) return true
  const file = fileAt(posix.normalize(`/${said}`))
  return file !== null && (method === 'HEAD' || body.equals(file))
}

/** Unreserved characters are equivalent to their percent-encoding (RFC 3986, 6.2.2.2). */
const plain = (path: string) =>
  path.replace(/%([4-7][0-9a-f]|3[0-9]|2[de])/gi, (whole, code: string) => {
    const char = String.fromCharCode(Number.parseInt(code, 16))
    return /[\w.~-]/.test(char) ? char : whole
  })

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function fileAt(path: string): Buffer | null {
  const file = join(web, path === '/' ? 'index.html' : path)
  // A compressed copy is only for requests of the file itself.
  if (file.includes('\0') || file.endsWith('.br') || file.endsWith('.bcmap')) return null
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : null
}

/** The error in an answer to any request. */
function faultOf(answer: Fuzzed, who: Who): string | null {
  const { method, address, status, headers, body } = answer
  const line = `${method} ${address.slice(0, 200)}: ${status}`
  if (status >= 500 || status === 429 || (status >= 300 && status < 400)) return line
  const said = status >= 400 ? `${headers}\n${body}` : headers
  const leak = LEAK.exec(said)?.[0] ?? [root, '/tmp/almotacen', 'root:x:0'].find(path => body.includes(path))
  if (leak) return `${line} says ${leak}`
  if (status >= 400 || isMeant(answer, who)) return null
  return `${line} ${JSON.stringify(body.subarray(0, 80).toString())}`
}

/** `bearing` holds the header of a session; the lab has none. */
type Ground = { url: string; bearing: { authorization?: string }; files: readonly string[]; names: number }
type Findings = { asked: number; failures: string[] }

async function judge(barrage: Barrage, who: Who, into: Findings): Promise<void> {
  const { answers, lost } = await ffuf(barrage)
  into.asked += answers.length
  into.failures.push(...lost.map(words => `${barrage.url}: ${JSON.stringify(words)} was not asked`))
  for (const answer of answers) {
    const fault = faultOf(answer, who)
    if (fault) into.failures.push(fault)
  }
}

/** Only intended addresses succeed, with a session and without. */
async function tryAddresses({ url, bearing, files, names }: Ground, into: Findings): Promise<void> {
  const FUZZ = addressesOf(names)
  await judge({ url: `${url}/FUZZ`, lists: { FUZZ } }, { signedIn: false }, into)
  for (const folder of ['/assets/', '/api/v1/']) {
    await judge({ url: `${url}${folder}FUZZ`, lists: { FUZZ }, headers: bearing }, { signedIn: true }, into)
  }
  const beside = files.flatMap(besideOf)
  await judge({ url: `${url}FUZZ`, lists: { FUZZ: beside } }, { signedIn: false }, into)
  for (const signedIn of [false, true]) {
    const headers = signedIn ? bearing : {}
    await judge({ url: `${url}FUZZ`, lists: { FUZZ: saidOtherwise }, headers }, { signedIn }, into)
  }
}

/** Only intended methods succeed; a write without a browser's headers fails. */
async function tryMethods({ url, bearing, files }: Ground, into: Findings): Promise<void> {
  const FUZZ = [...callAddresses, ...others, '/', '/auth/sign-in', ...files.slice(0, 5)]
  for (const headers of [{}, bearing]) {
    const barrage = { url: `${url}FUZZ`, lists: { FUZZ, METHOD: methods }, method: 'METHOD', headers }
    await judge(barrage, { signedIn: 'authorization' in headers }, into)
  }
}

const faceOf = ({ status, body }: Fuzzed) => `${status} ${body}`

/** No header changes the call or is reflected in an answer. */
async function tryHeaders({ url, bearing }: Ground, into: Findings): Promise<void> {
  const FUZZ = ['/', '/auth/sign-in', '/health/live', '/api/v1/session/settings', '/api/v1/users', '/api/v1/nothing']
  for (const headers of [{}, bearing]) {
    const untouched = await ffuf({ url: `${url}FUZZ`, lists: { FUZZ }, headers })
    const faces = new Map(untouched.answers.map(answer => [answer.address, faceOf(answer)]))
    for (const { names, values } of [overriding, whence]) {
      for (const name of names) {
        const barrage = { url: `${url}FUZZ`, lists: { FUZZ, VALUE: values }, headers: { ...headers, [name]: 'VALUE' } }
        const { answers, lost } = await ffuf(barrage)
        into.asked += answers.length
        into.failures.push(...lost.map(words => `${name}: ${JSON.stringify(words)} was not asked`))
        for (const answer of answers) {
          const line = `${name}: ${answer.words.VALUE} at ${answer.address}`
          if (faceOf(answer) !== faces.get(answer.address)) into.failures.push(`${line} changes ${answer.status}`)
          if (answer.headers.includes('evil.example')) into.failures.push(`${line} is answered evil.example`)
        }
      }
    }
  }
}

async function tryAll(ground: Ground): Promise<Findings> {
  const into: Findings = { asked: 0, failures: [] }
  await tryAddresses(ground, into)
  await tryMethods(ground, into)
  await tryHeaders(ground, into)
  return { asked: into.asked, failures: [...new Set(into.failures)] }
}

/** The built files as requested; of many of one kind in a subfolder, the first. */
function builtFiles(): string[] {
  const names = readdirSync(join(web, 'assets')).filter(name => /\.(js|css|svg|woff2)$/.test(name))
  return ['/index.html', '/privacyPolicy.pdf', ...names.map(name => `/assets/${name}`)]
}

export const laidOpen: TrustPromise = {
  id: 'S4-FFUF',
  text: 'ffuf gets nothing but the application, its files and the calls, by no address, method or header; no 5xx, and no answer tells how the portal is made.',
  trials: nameCount,
  tx: 'names',
  run: async ({ trials, log }) => {
    const missing = lacking({ programs: ['ffuf'] })
    if (missing) return missing
    const names = Math.min(trials, nameCount)
    const lab = await startLab(page())
    const inLab = await tryAll({ url: lab.url, bearing: {}, files: [], names: nameCount }).finally(() => lab.close())
    const missed = Object.entries(planted).filter(([, sign]) => !inLab.failures.some(line => sign.test(line)))
    const failures = missed.map(([what]) => `planted and not found: ${what}`)
    log(`the laboratory: ${inLab.asked} requests, ${failures.length} failures`)
    const portal = await startTestPortal({ withWeb: true, environment: { PUBLIC_URL: 'https://portal.example' } })
    try {
      const { token } = await portal.signIn('cci@almotacen.example')
      const files = builtFiles()
      const found = await tryAll({ url: portal.url, bearing: { authorization: token }, files, names })
      failures.push(...found.failures)
      return { trials: names, failures, note: `${found.asked} requests, beside ${files.length} built files as well` }
    } finally {
      await portal.stop()
    }
  },
}
