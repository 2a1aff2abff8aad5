import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Contract } from '#domain/contract/contract.ts'
import { contracts } from '#domain/contracts.ts'
import { listUsers, patchUser } from '#domain/identity/user/contract.ts'
import { importEntities } from '#domain/invitation/contract.ts'
import { emailRule } from '#domain/values/contact/email.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { archive, workbook } from '#test/support/archives.ts'
import type { Things } from '#test/support/permissions.ts'
import { addIncidents, findThings, inputOf } from '#test/support/permissions.ts'
import type { Answer, Caller } from '#test/support/portal.ts'
import { PASSWORD } from '#test/support/portal.ts'
import { writes } from '#test/support/writes.ts'

/*
 * All accepted input can be read back. Writes the longest and oddest text that each field takes, by call and by
 * preload, and then reads every list, page and export as every role. `call` checks each answer against its contract.
 */

let acting: Acting
let things: Things
beforeAll(async () => {
  acting = await startActing()
  things = await findThings(acting.portal)
  await addIncidents(acting.portal, { cci: acting.cci, prov: acting.provider, bank: acting.bank }, things)
}, 60_000)
afterAll(() => acting.portal.stop())

type Field = { path: string[]; schema: z.ZodType }

function textFields(schema: unknown, path: string[] = []): Field[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return textFields(schema.unwrap(), path)
  }
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, inner]) => textFields(inner, [...path, key]))
  }
  return schema instanceof z.ZodString ? [{ path, schema: schema as z.ZodType }] : []
}

let serial = 0
/** An email address of the maximum length. */
const longestEmail = () => {
  const local = `e${++serial}.`.padEnd(64, 'x')
  const label = 'y'.repeat(63)
  return `${local}@${label}.${label}.${'y'.repeat(53)}.example`
}

/** Odd but allowed: line breaks, C1 controls, noncharacters, formulas, markup, right-to-left text, an XLSX escape. */
const odd = [
  'a\tb\r\nc',
  'a\u0085\u2028b',
  'a\ufffe\uffffb',
  '=1+1',
  `<b>&"'</b>`,
  'שלום',
  'a_x0002_b',
  '\\%_',
  'e\u0301',
]

/**
 * The texts to try in a field: the longest of the widest characters, the longest address, and all odd ones in one
 * text.
 */
function extremesOf({ schema }: Field): string[] {
  const fits = (text: string) => schema.safeParse(text).success
  let length = 5000
  while (length > 0 && !fits('😀'.repeat(length))) length -= length > 400 ? 100 : 1
  const all = odd.join(' ')
  const mixed = fits(all) ? [all] : odd.filter(fits).slice(0, 3)
  const email = longestEmail()
  return [...(length > 0 ? ['😀'.repeat(length)] : []), ...mixed, ...(fits(email) ? [email] : [])]
}

function withField(body: unknown, [key = '', ...rest]: string[], value: string): object {
  const there = (body ?? {}) as Record<string, unknown>
  return { ...there, [key]: rest.length === 0 ? value : withField(there[key], rest, value) }
}

// `participant.edit` accepts what `participant.update` does.
const withTexts = contracts.filter(
  ({ name, body }) => writes[name] && name !== 'participant.edit' && textFields(body).length > 0,
)

describe('a field takes a text or refuses it', () => {
  let taken = 0

  /** Sends one write with the given fields changed. Returns whether it was accepted. */
  async function send(name: string, texts: readonly (readonly [Field, string])[]): Promise<boolean> {
    const { contract, caller = acting.cci, ...input } = await writes[name]!(acting)
    const whole = texts.reduce<object>(
      (body, [{ path }, text]) => withField(body, path, text),
      (input as { body?: object }).body ?? {},
    )
    const { status, problem } = await caller.call(contract, { ...(input as object), body: whole })
    const said = `${texts.map(([{ path }]) => path.join('.'))} ${JSON.stringify(problem)}`
    expect([400, 403, 404, 409, contract.status ?? 200], said).toContain(status)
    return status < 300
  }

  test.each(withTexts.map(contract => contract.name))(
    '%s',
    async name => {
      const fields = textFields(withTexts.find(contract => contract.name === name)!.body)
      const texts = fields.flatMap(field => extremesOf(field).map(text => [field, text] as const))
      const widest = fields.flatMap(field =>
        extremesOf(field)
          .slice(0, 1)
          .map(text => [field, text] as const),
      )
      // All at once where the call accepts that, else one after the other.
      if (widest.length > 3 && (await send(name, widest))) taken += widest.length
      else for (const text of fields.length > 12 ? widest : texts) if (await send(name, [text])) taken++
    },
    60_000,
  )

  test('many are taken', () => expect(taken).toBeGreaterThan(40))
})

const heading = ['Nombre', 'Código NRBE', 'Persona de contacto', 'Correo electrónico']
const cell = (text: string) =>
  `<c t="inlineStr"><is><t xml:space="preserve">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`

const csv = (rows: string[][]) =>
  rows.map(row => row.map(text => `"${text.replaceAll('"', '""')}"`).join(';')).join('\r\n')
const xlsx = (rows: string[][]) => archive(workbook(rows.map(row => `<row>${row.map(cell).join('')}</row>`).join('')))
function ods(rows: string[][]): Buffer {
  const name = 'urn:oasis:names:tc:opendocument:xmlns'
  const p = (text: string) => `<text:p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text:p>`
  const table = rows
    .map(
      row =>
        `<table:table-row>${row.map(text => `<table:table-cell>${p(text)}</table:table-cell>`).join('')}</table:table-row>`,
    )
    .join('')
  return archive([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
    {
      name: 'content.xml',
      content: `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="${name}:office:1.0" xmlns:table="${name}:table:1.0" xmlns:text="${name}:text:1.0"><office:body><office:spreadsheet><table:table table:name="H">${table}</table:table></office:spreadsheet></office:body></office:document-content>`,
    },
  ])
}

const preload = (ending: string, content: Buffer | string): Promise<Answer<any>> =>
  acting.cci.call(importEntities, { files: { file: { name: `lista.${ending}`, content } } })

const sheets = [
  ['csv', csv],
  ['xlsx', xlsx],
  ['ods', ods],
] as const

let nrbe = 9000
const nextNrbe = () => String(++nrbe)

describe('a preload takes a text or names its row', () => {
  test.each(sheets)('INV-08: %s with the widest texts', async (ending, write) => {
    const wide = '😀'.repeat(200)
    // FORM-11: a person's name has letters only, some of them of four bytes.
    const person = '𝼀'.repeat(200)
    const rows = [wide, 'שלום', `<b>&'</b>`, '=1+1', 'a\u0085b'].map(text => [text, nextNrbe(), person, longestEmail()])
    expect(await preload(ending, write([heading, ...rows]))).toMatchObject({ status: 201, body: { created: 5 } })
  })

  const refused: [string, string][] = [
    ['U+0001', 'Ana\u0001Gil'],
    ['U+0002', 'Ana\u0002Gil'],
    ['U+007F', 'Ana\u007fGil'],
    ['201 characters', 'x'.repeat(201)],
    ['a sign that turns the text', 'Ana \u202eliG'],
    ['a sign that is no letter', 'Ana <b>'],
  ]
  test.each(refused)('INV-08: csv with %s is refused by its row', async (_what, text) => {
    const { status, problem } = await preload('csv', csv([heading, ['Banco', nextNrbe(), text, longestEmail()]]))
    expect([status, problem.code, problem.rows]).toEqual([
      400,
      'importWrong',
      [expect.objectContaining({ line: 2, column: 'contactPerson' })],
    ])
  })

  test('INV-08: xlsx with the escape that Excel writes for U+0002 is refused by its row, or read as its letters', async () => {
    const { status } = await preload('xlsx', xlsx([heading, ['Banco', nextNrbe(), 'Ana_x0002_Gil', longestEmail()]]))
    expect([201, 400]).toContain(status)
  })
})

const reads = contracts.filter(({ method }) => method === 'GET')
const subjects = ['t', 'l', 'wait', 'draft', 'evaluator', 'bank', 't-docs', 't-request', 'own']

/** Reads everything visible to a caller: every object, every page of each list, both export formats. */
async function readAll(caller: Caller): Promise<number> {
  let good = 0
  for (const contract of reads) {
    const things = thingsOf(contract)
    for (const input of things) {
      for (const query of queriesOf(contract)) {
        const answer = await caller.call(contract, { ...input, query: { ...input.query, ...query } } as never)
        expect(answer.status, `${contract.name} ${JSON.stringify(answer.problem).slice(0, 300)}`).toBeLessThan(500)
        if (answer.status < 300) good++
      }
    }
  }
  return good
}

function thingsOf(contract: Contract) {
  const kinds = contract.name.includes('overview') ? ['PROVIDER', 'ENTITY', 'AUDIT'] : subjects
  const inputs = kinds.map(thing => inputOf(contract.name, thing, things, acting.bank.me.idGenericEntity))
  return [...new Map(inputs.map(input => [JSON.stringify(input), input])).values()]
}

function queriesOf({ query }: Contract): object[] {
  const fields = query?.shape ?? {}
  if ('format' in fields) return [{ format: 'csv' }, { format: 'xlsx' }]
  return 'page' in fields ? [{ size: 9999 }, { size: 6, page: 1 }] : [{}]
}

test.each(['cci', 'provider', 'evaluator', 'bank', 'draft'] as const)(
  'then %s reads everything it may',
  async role => {
    expect(await readAll(acting[role])).toBeGreaterThan(role === 'draft' ? 5 : 30)
  },
  120_000,
)

test('and an entity that was preloaded so signs in, changes its password and reads its own', async () => {
  const { cci, portal } = acting
  const { body } = await cci.call(listUsers, { query: { size: 9999 } })
  const user = body.content.find(
    ({ nameGenericEntity, email }: { nameGenericEntity: string; email: string }) =>
      nameGenericEntity.startsWith('😀') && emailRule(email) === null && email.length === 254,
  )
  const { secret_nonce } = await portal.app.db
    .selectFrom('portal_user')
    .select('secret_nonce')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const oldPassword = portal.app.secrets.derive('one-time-password', secret_nonce!)
  const invited = await portal.signIn(user.email, oldPassword)
  const change = { oldPassword, newPassword: `${PASSWORD}x`, policyAccepted: true }
  const changed = await invited.call(patchUser, { params: { key: user.id }, body: change })
  expect([changed.status, changed.body.email]).toEqual([200, user.email])
  expect(await readAll(await portal.signIn(user.email, `${PASSWORD}x`))).toBeGreaterThan(5)
})
