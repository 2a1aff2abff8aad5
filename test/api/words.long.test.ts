import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventNames } from '#domain/audit-log/events.ts'
import { contracts } from '#domain/contracts.ts'
import { chooseLanguage } from '#domain/identity/session/contract.ts'
import { raiseIncident } from '#domain/incident/contract.ts'
import type { Language } from '#domain/language/language.ts'
import { noticesOf } from '#domain/notification/notices.ts'
import { loadDemoWorld } from '#server/demo/world.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { DAY } from '#server/platform/clock.ts'
import { inLanguage } from '#server/platform/language.ts'
import { ok } from '#test/support/answers.ts'
import { withEmptyValue } from '#test/support/empty-values.ts'
import { facts } from '#test/support/event-facts.ts'
import { madeKey, registered } from '#test/support/integrations.ts'
import { readPdf } from '#test/support/pdf-text.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { readEverything } from '#test/support/reads.ts'

/*
 * Every text of the demo world that leaves the server, in both languages: answers, exports, papers, mails and notices.
 * None holds the word of a value that was missing (EXP-25).
 */

const names = ['cci', 'proveedor', 'evaluador', 'entidad'] as const
let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal({ seed: 'none' })
  await loadDemoWorld(portal.app)
  const [provider, bank] = [await portal.signIn('proveedor@almotacen.example'), await entering('entidad')]
  await registered(bank, 'https://8.8.8.8/portal')
  await madeKey(bank)
  await ok(provider.call(raiseIncident, { body: { title: 'Corte de la línea', detail: 'Media hora sin línea.' } }))
}, 120_000)
afterAll(() => portal.stop())

const entering = (name: string) => portal.signIn(`${name}@almotacen.example`)

/** The texts of an answer that hold an empty value. */
const faultsIn = (where: string, texts: readonly string[]) =>
  withEmptyValue(texts).map(text => `${where}: ${text.slice(0, 300)}`)

const textsOf = (value: unknown): string[] => {
  // A signed content is kept as the text that was signed.
  if (typeof value === 'string') return value.startsWith('{"') ? textsOf(JSON.parse(value)) : [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : []
}

/** The texts of a file: the cells of a sheet, the words of a PDF, the members of an archive. */
async function textsOfFile(bytes: Uint8Array, name = ''): Promise<string[]> {
  const start = Buffer.from(bytes.subarray(0, 5)).toString('latin1')
  if (start.startsWith('%PDF')) return [(await readPdf(bytes)).text]
  if (start.startsWith('PK')) {
    const members = Object.entries(unzipSync(bytes))
    return (await Promise.all(members.map(([path, content]) => textsOfFile(content, path)))).flat()
  }
  const text = Buffer.from(bytes).toString('utf8')
  if (name.endsWith('.xml')) return /sheet\d|sharedStrings/.test(name) ? text.split(/<[^>]*>/) : []
  if (/^\s*[[{]/.test(text)) {
    const parsed = text.split('\n').every(line => /^\{.*\}$/.test(line) || line === '')
      ? text.trim().split('\n')
      : [text]
    return parsed.flatMap(each => textsOf(JSON.parse(each)))
  }
  return /\.(csv|txt|html|md)$/.test(name) || name === '' ? text.split('\n') : []
}

/** Calls whose texts are users' own files. */
const files = /^(document\.(content|read|sheets)|.*\.content|case-file|trail\.case-file|participant\.export$)/

/** The calls that some reader got an answer of. */
const answered = new Set<string>()

async function faultsRead(caller: Caller, where: string): Promise<string[]> {
  const faults: string[] = []
  await readEverything(
    caller,
    { of: ({ name }) => !files.test(name), size: 1000 },
    async (contract, input, { status, body, problem }) => {
      if (status === 404 || status === 403) return
      if (status === 200) answered.add(contract.name)
      const at = `${where} ${contract.name} ${JSON.stringify(input)}`
      if (body instanceof Uint8Array) faults.push(...faultsIn(at, await textsOfFile(body)))
      else if (typeof body === 'string') faults.push(...faultsIn(at, body.split('\n')))
      else faults.push(...faultsIn(at, textsOf(body ?? problem)))
    },
  )
  return faults
}

describe.each(['es', 'en'] as const)('in %s', language => {
  test.each(names)(
    'EXP-25: no empty values in what %s reads',
    async name => {
      const caller = await entering(name)
      await ok(caller.call(chooseLanguage, { body: { language } }))
      expect(await faultsRead(caller, `${language} ${name}`)).toEqual([])
    },
    90_000,
  )

  test('EXP-25: no notice holds an empty value', () => {
    const messages = inLanguage(language as Language, () =>
      eventNames.flatMap(event => noticesOf(event, facts).map(({ type, message }) => `${type}: ${message}`)),
    )
    expect(messages.length).toBeGreaterThan(60)
    expect(faultsIn(language, messages)).toEqual([])
  })

  test('EXP-25: no mail of a year holds an empty value', async () => {
    for (const name of names) {
      await ok((await entering(name)).call(chooseLanguage, { body: { language } }))
    }
    for (let month = 0; month < 8; month++) {
      portal.clock.move(30 * DAY)
      await announceExpiries(portal.app)
    }
    const mails = await portal.mails()
    expect(mails.length).toBeGreaterThan(20)
    expect(
      faultsIn(
        language,
        mails.flatMap(({ subject, text }) => [subject, text]),
      ),
    ).toEqual([])
  })
})

/** Reads of what the demo world has not, or that need a code of a mail or a paper; `paper.test.ts` reads those of reliance files. */
const unread = [
  'calendar.read',
  'catalogue.help-template',
  'certificate.read',
  'certificate.verify',
  'invitation.deliveries',
  'register-member.export',
  'register-package.changes',
  'register-package.export',
]

test('the other calls that read have all been answered', () => {
  const reads = contracts.filter(({ method, name }) => method === 'GET' && !files.test(name)).map(({ name }) => name)
  expect(reads.filter(name => !answered.has(name)).toSorted()).toEqual(unread)
})
