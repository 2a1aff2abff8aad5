import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DoorCall, Keys } from '#assurance/trust/door.ts'
import { openDoor } from '#assurance/trust/door.ts'
import type { World } from '#assurance/trust/inputs.ts'
import { choicesIn, inputsIn, inWorld } from '#assurance/trust/inputs.ts'
import { heard, lacking } from '#assurance/trust/machine.ts'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { labCalls, labPages, planted, plantedToo, startEndpoint, startLab } from '#assurance/trust/wapiti-lab.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { contracts } from '#domain/contracts.ts'
import { paths } from '#web/app/paths.ts'

/*
 * wapiti (Debian's package) attacks the pages and, through a proxy that shows each call as a form, every field of every
 * call: its path, query, body and files. It must find the flaws planted in a lab behind the same proxy.
 */

/**
 * All its modules except: nikto and wapp, whose lists come from the Internet; buster, which guesses paths that S4-FFUF
 * tries (and takes the application's page, the answer to any path without a dot, for a folder to recurse into);
 * brute_login_form, which recognizes a login by a page that says 'logout', and S6 covers it; blindsql, because sqlmap
 * tests the same fields in S4-SQL.
 */
const MODULES = [
  ...['crlf', 'csp', 'http_headers', 'csrf', 'cookieflags', 'exec', 'file', 'sql', 'xss', 'backup', 'htaccess'],
  ...['permanentxss', 'shellshock', 'methods', 'ssrf', 'redirect', 'xxe'],
]
/** The number of calls per world: the next one has everything again that calls deleted. */
const WRITES_A_WORLD = 20

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Finding = { category: string; method: string; path: string; parameter: string; info: string }
type Report = { found: Finding[]; notTried: string[] }

/** Scans all calls of a proxy and the pages beside it. */
async function scan(door: string, pages: readonly string[], endpoint: string): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'almotacen-wapiti-'))
  try {
    const [report, config] = [join(folder, 'report.json'), join(folder, 'config')]
    await mkdir(config)
    // It would download this list first.
    await writeFile(join(config, 'apps.json'), '{}')
    const said = await heard(
      'wapiti',
      [
        ...['-u', `${door}/`, '-s', `${door}/door/`, ...pages.flatMap(page => ['-s', `${door}${page}`])],
        ...['-m', MODULES.join(','), '-l', '2', '-S', 'insane', '-d', '1', '-t', '30'],
        ...['--endpoint', endpoint, '--no-bugreport', '--flush-session', '-v', '1', '-f', 'json', '-o', report],
        ...['--store-session', join(folder, 'session'), '--store-config', config],
      ],
      { HOME: folder, LANGUAGE: 'en' },
    )
    return { found: await findingsOf(report, said), notTried: notTriedOf(said) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function findingsOf(report: string, said: string): Promise<Finding[]> {
  const written = await readFile(report, 'utf8').catch(() => {
    throw new Error(`wapiti made no report: ${said.slice(-1500)}`)
  })
  const { vulnerabilities, anomalies } = JSON.parse(written) as Record<
    'vulnerabilities' | 'anomalies',
    Record<string, Finding[]>
  >
  const found = [vulnerabilities, anomalies].flatMap(kind =>
    Object.entries(kind).flatMap(([category, each]) => each.map(one => ({ ...one, category }))),
  )
  // Only reported, not attacked.
  const methods = [...said.matchAll(/Interesting methods allowed on (\S+): (.+)/g)]
  return [
    ...found,
    ...methods.map(([info, path = '']) => ({ category: 'Methods', method: 'OPTIONS', path, parameter: '', info })),
  ]
}

/** The reasons why it could not try everything. */
function notTriedOf(said: string): string[] {
  const launched = MODULES.filter(name => !said.includes(`Launching module ${name}\n`))
  const broken = said.match(/^(\w*Error\b.*|Traceback.*|\d+ requests were skipped.*|.*Connection error.*)$/gm) ?? []
  return [...launched.map(name => `${name} was not launched`), ...broken]
}

const lineOf = ({ category, method, path, parameter, info }: Finding) =>
  `${category}: ${method} ${path} ${parameter}: ${info}`

/** Wapiti's false positives, each with the reason. */
function isMeant(finding: Finding, page: string | null): boolean {
  const { category, path, info } = finding
  const call = contracts.find(({ name }) => path === `/door/${name}`)
  switch (category) {
    case 'HTTP Secure Headers':
      // frame-ancestors replaces it in every supported browser; the old header had vulnerabilities of its own.
      return info === 'X-Frame-Options is not set' || info === 'X-XSS-Protection is not set'
    case 'Cross Site Request Forgery':
      // Before sign-in there is no session that another page could use.
      return call?.who === 'anyone'
    case 'Backup file':
      // Every path without a dot is the application's, which reports an unknown screen itself.
      return page !== null && !path.includes('.')
    default:
      return false
  }
}

function callOf(world: World, contract: Contract, { thing, draw }: { thing: string; draw: number }, seed: number) {
  const { name, method, path, encoding, files } = contract
  return { name, method, path, encoding, files, input: inputsIn(world, contract, thing, seed)[draw]! } as DoorCall
}

const pages = [
  ...[paths.signIn(), paths.resetPassword(), paths.providers({ provider: 'a', service: 'b', row: 'c' })],
  ...[paths.usersOverview('a@almotacen.example'), '/api/docs', '/api/v1/openapi.json', '/health/live', '/health/ready'],
]

type Scanned = { failures: string[]; asked: number; letIn: number; meant: number }

async function scanCalls(some: readonly Contract[], seed: number, endpoint: string): Promise<Scanned> {
  const choices = await inWorld(world => choicesIn(world, some, seed))
  return inWorld(
    async world => {
      const { portal } = world
      const enter = async (): Promise<Keys> => {
        // Resets the login throttle.
        portal.clock.move(16 * 60_000)
        return portal.signIn('cci@almotacen.example')
      }
      const calls = some.map((contract, index) => callOf(world, contract, choices[index]!, seed))
      const door = await openDoor(portal.url, calls, enter, png)
      try {
        const { found, notTried } = await scan(door.url, pages, endpoint)
        const answers = await Promise.all(found.map(each => pageAt(portal.url, each.path)))
        const real = found.filter((each, index) => !isMeant(each, answers[index]!))
        const counts = [...door.asked.values()]
        const unasked = [...door.asked].filter(([, { times }]) => times === 0).map(([name]) => `${name} was not asked`)
        return {
          failures: [...real.map(lineOf), ...notTried, ...door.failures, ...unasked],
          asked: counts.reduce((sum, { times }) => sum + times, 0),
          letIn: counts.filter(({ letIn }) => letIn > 0).length,
          meant: found.length - real.length,
        }
      } finally {
        door.close()
      }
    },
    { withWeb: true, environment: { PUBLIC_URL: 'https://portal.example' } },
  )
}

/** The application's page, if it is at that path. */
async function pageAt(url: string, path: string): Promise<string | null> {
  const [there, page] = await Promise.all(
    [path, '/'].map(async at => (await fetch(`${url}${encodeURI(at)}`)).text().catch(() => '')),
  )
  return there === page ? page! : null
}

/** The planted flaws that were not found. */
async function missedInLab(endpoint: string): Promise<string[]> {
  const lab = await startLab()
  const door = await openDoor(
    lab.url,
    labCalls,
    async () => ({ token: 'a', csrf: 'abcdefgh12345678', cookie: '' }),
    png,
  )
  try {
    const { found, notTried } = await scan(door.url, labPages, endpoint)
    const missed = planted.filter(category => !found.some(each => each.category === category))
    const too = plantedToo.filter(said => !found.some(each => said.test(each.info)))
    const seen = [/: 500$/, / says /].filter(sign => ![...door.failures].some(line => sign.test(line)))
    return [...missed, ...too, ...seen].map(what => `planted and not found: ${what}`).concat(notTried)
  } finally {
    door.close()
    lab.close()
  }
}

const reads = contracts.filter(({ method }) => method === 'GET')
const writes = contracts.filter(({ method }) => method !== 'GET')

const batchesOf = (some: readonly Contract[]): (readonly Contract[])[] =>
  some.length === 0 ? [] : [some.slice(0, WRITES_A_WORLD), ...batchesOf(some.slice(WRITES_A_WORLD))]

export const pageScan: TrustPromise = {
  id: 'S4-WAPITI',
  text: 'wapiti finds nothing in the pages nor in any field of a call, and none of what it tries gets a 5xx or tells how the portal is made.',
  trials: contracts.length,
  tx: 'calls',
  run: async ({ trials, seed, log }) => {
    const missing = lacking({ programs: ['wapiti'] })
    if (missing) return missing
    const endpoint = await startEndpoint()
    try {
      const failures = await missedInLab(endpoint.url)
      log(`the laboratory: ${failures.length} failures`)
      const chosen = [...writes, ...reads].slice(0, trials)
      const batches = batchesOf(chosen.filter(each => writes.includes(each)))
      batches.push(chosen.filter(each => reads.includes(each)))
      let [asked, letIn, meant] = [0, 0, 0]
      for (const some of batches.filter(({ length }) => length > 0)) {
        const outcome = await scanCalls(some, seed, endpoint.url)
        failures.push(...outcome.failures)
        asked += outcome.asked
        letIn += outcome.letIn
        meant += outcome.meant
        log(`${some.length} calls, ${outcome.asked} requests, ${failures.length} failures in all`)
      }
      const note = `${asked} requests, ${letIn} calls let in, ${meant} findings that are meant`
      return { trials: chosen.length, failures, note }
    } finally {
      endpoint.close()
    }
  },
}
