import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Choice, Made } from '#assurance/trust/inputs.ts'
import { choicesOf, inputsIn, inWorld } from '#assurance/trust/inputs.ts'
import { heard, lacking } from '#assurance/trust/machine.ts'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { contracts } from '#domain/contracts.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* sqlmap (Debian's package) attacks every parameter of a call, and must find a planted injection. */

/** PostgreSQL payloads, all techniques, no headers. */
const OPTIONS = [
  ...[
    '--batch',
    '--ignore-stdin',
    '--flush-session',
    '--disable-coloring',
    '--dbms=PostgreSQL',
    '--level=3',
    '--risk=2',
  ],
  ...['--technique=BEUST', '--time-sec=2', '--timeout=10', '--retries=1', '--ignore-code=*'],
  ...['--skip=authorization,cookie,user-agent,referer,host,x-requested-with,x-csrf-token'],
]
const FOUND = /identified the following injection point|is vulnerable|appears to be .*injectable/
/** S9 covers the files of multipart calls; their fields are JSON that other calls take too. */
const takes = ({ path, query, body }: Contract) => path.includes('{') || query !== undefined || body !== undefined
const injectable = contracts.filter(each => each.encoding !== 'multipart' && takes(each))
/** Lists and searches first: they have the most parameters and SQL. */
const inOrder = [...injectable].sort((one, other) => weightOf(other) - weightOf(one))

function weightOf({ method, query }: Contract): number {
  return (method === 'GET' ? 100 : 0) + Object.keys(query?.shape ?? {}).length
}

async function sqlmap(request: string, folder: string): Promise<{ found: boolean; tried: boolean; said: string }> {
  const file = join(folder, 'request.txt')
  await writeFile(file, request)
  const words = ['-r', file, `--output-dir=${join(folder, 'out')}`, ...OPTIONS]
  const said = await heard('sqlmap', words)
  const found = FOUND.test(said)
  const tried = found || /all tested parameters do not appear to be injectable/.test(said)
  return { found, tried, said }
}

/** Each text of a body with sqlmap's marker; numbers as text, which can hold a payload. */
function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked)
  if (typeof value !== 'object' || value === null) return `${value}*`
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, marked(inner)]))
}

/** The request of a call as text, with each value of its path, query and body marked for sqlmap. */
function requestOf(portal: TestPortal, caller: Caller, contract: Contract, input: Made): string {
  const path = contract.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => `${encodeURIComponent(String(input.params[name]))}*`,
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query)) if (value !== undefined) query.set(name, `${value}*`)
  const isForm = contract.encoding === 'form'
  const fields = marked(input.body ?? {}) as Record<string, string>
  const body = contract.body ? (isForm ? String(new URLSearchParams(fields)) : JSON.stringify(fields)) : ''
  return [
    `${contract.method} /api/v1${path}${query.size ? `?${String(query).replaceAll('%2A', '*')}` : ''} HTTP/1.1`,
    `Host: ${new URL(portal.url).host}`,
    'X-Requested-With: XMLHttpRequest',
    `X-CSRF-TOKEN: ${caller.csrf}`,
    `Authorization: ${caller.token}`,
    `Cookie: ${caller.cookie}`,
    ...(body ? [`Content-Type: application/${isForm ? 'x-www-form-urlencoded' : 'json'}`] : []),
    '',
    body,
  ].join('\r\n')
}

/** One call with one input, on a portal of its own, which isolates its deletions. */
async function tryCall(contract: Contract, { thing, draw }: Choice, seed: number, folder: string) {
  return inWorld(async world => {
    const { portal, caller } = world
    let asked = 0
    const failures: string[] = []
    portal.fastify.server.on('request', (request, response) =>
      response.once('finish', () => {
        asked++
        if (response.statusCode >= 500) failures.push(`${response.statusCode} ${request.url}`)
      }),
    )
    const { found, tried, said } = await sqlmap(
      requestOf(portal, caller, contract, inputsIn(world, contract, thing, seed)[draw]!),
      folder,
    )
    if (found || !tried) failures.push(`${found ? 'found' : 'not tried'}: ${said.slice(-1500)}`)
    return { asked, failures: failures.slice(-3) }
  })
}

/** A server with a planted SQL injection: unless sqlmap finds it, its silence elsewhere means nothing. */
async function findsPlanted(portal: TestPortal, folder: string): Promise<boolean> {
  const client = new pg.Client(portal.app.pool.options)
  await client.connect()
  const planted = createServer(async (request, response) => {
    const key = new URL(request.url ?? '/', 'http://x').searchParams.get('key') ?? ''
    const rows = await client.query(`select description from service where key = '${key}'`).catch(() => ({ rows: [] }))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(rows.rows))
  }).listen(0, '127.0.0.1')
  await once(planted, 'listening')
  try {
    const { port } = planted.address() as AddressInfo
    const { found } = await sqlmap(`GET /?key=A* HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`, folder)
    return found
  } finally {
    planted.close()
    await client.end()
  }
}

export const sqlInjection: TrustPromise = {
  id: 'S4-SQL',
  text: 'sqlmap gets no SQL through any parameter of a call, and none of what it tries gets a 5xx.',
  trials: inOrder.length,
  tx: 'calls',
  run: async ({ trials, seed, log }) => {
    const missing = lacking({ programs: ['sqlmap'] })
    if (missing) return missing
    const folder = await mkdtemp(join(tmpdir(), 'almotacen-sqlmap-'))
    const failures: string[] = []
    let [asked, letIn] = [0, 0]
    try {
      const portal = await startTestPortal()
      const finds = await findsPlanted(portal, folder).finally(() => portal.stop())
      if (!finds) failures.push('the planted hole was not found')
      for (const contract of inOrder.slice(0, trials)) {
        const choices = await choicesOf(contract, seed)
        if (choices[0]!.status < 300) letIn++
        for (const choice of choices) {
          const outcome = await tryCall(contract, choice, seed, folder)
          asked += outcome.asked
          failures.push(...outcome.failures.map(failure => `${contract.name}: ${failure}`))
          log(`${contract.name}: ${choice.status}, ${outcome.asked} requests, ${failures.length} failures in all`)
        }
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    return { trials: Math.min(trials, inOrder.length), failures, note: `${asked} requests, ${letIn} calls let in` }
  },
}
