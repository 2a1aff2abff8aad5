import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listNotifications } from '#domain/notification/contract.ts'
import {
  askProvider,
  lintRegister,
  listPackages,
  makePackage,
  packageChangesCall,
  packageContent,
} from '#domain/supervision/register/contract.ts'
import { changeFunction, removeLine } from '#domain/supervision/register/entry/contract.ts'
import { DAY } from '#server/platform/clock.ts'
import { parseSheets } from '#server/platform/spreadsheet/parse.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { address } from '#test/support/mails.ts'
import type { Caller } from '#test/support/portal.ts'
import { checkPackage } from '#test/support/register-checker.ts'
import { describeProvider, newContract, newRegister, saveEntity, takeChanges } from '#test/support/register-entries.ts'

let acting: Acting
let bank: Caller
let register: Awaited<ReturnType<typeof newRegister>>
beforeAll(async () => {
  acting = await startActing()
  bank = acting.bank
  register = await newRegister(acting)
})
afterAll(() => acting.portal.stop())

const linted = async (caller = bank) => {
  const answer = await ok(caller.call(lintRegister))
  const faults = answer.tables.flatMap((each: { faults: object[] }) => each.faults)
  return { ...answer, faults }
}
const making = (format: 'XBRL_CSV' | 'CSV' | 'XLSX') => {
  acting.portal.clock.move(1000)
  return bank.call(makePackage, { body: { format } })
}
const contentOf = async (id: string) => new Uint8Array((await bank.call(packageContent, { params: { id } })).body)
const textsIn = (zip: Uint8Array) =>
  new Map(Object.entries(unzipSync(zip)).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]))

test('DORA-18: the lint counts by severity, lists by table, and always says what it cannot check', async () => {
  const { counts, tables, faults, uncompared, edition, comparedOn } = await linted()
  expect(edition).toBe('4.0')
  expect([uncompared, comparedOn]).toEqual([[], '2026-11-28'])
  for (const { table, faults: inTable } of tables) {
    expect(inTable.length, table).toBeGreaterThan(0)
    for (const fault of inTable) expect(fault.table).toBe(table)
  }
  const of = (rule: string) => faults.filter((each: { rule: string }) => each.rule === rule)
  expect([of('R90').length, of('R91').length, counts.UNKNOWN]).toEqual([1, 1, 2])
  expect(of('R05')).toMatchObject([{ owner: 'BANK', step: 'entity', field: 'lei', severity: 'BLOCKING' }])
  // EXP-28: said once, and not as R40 as well.
  const typeless = { owner: 'BANK', step: 'lines', id: register.line.id, field: 'ictType' }
  expect(of('R01')).toContainEqual(expect.objectContaining(typeless))
  expect(of('R40')).toEqual([])
  const asked = { owner: 'PROVIDER', step: null, providerId: register.providerId }
  expect(of('R14')).toMatchObject([
    { ...asked, column: 'c0080' },
    { ...asked, column: 'c0070' },
  ])
})

describe('DORA-20: a provider is asked', () => {
  const asking = (caller: Caller, providerId = register.providerId) =>
    caller.call(askProvider, { body: { providerId } })
  const notices = async () =>
    (await ok(acting.provider.call(listNotifications, { query: { size: 50 } }))).content.filter(
      (each: { type: string }) => each.type === 'REGISTER_DATA_ASKED',
    )

  test('once in 30 days whichever bank asks, and hears no name', async () => {
    const other = await acting.portal.signIn('externalizacion@santander.example')
    await ok(asking(bank))
    const refused = await asking(other)
    expect([refused.status, refused.problem.code]).toEqual([409, 'askedAlready'])
    expect(refused.problem.detail).toBe('Al proveedor ya se le pidieron estos datos en los últimos 30 días.')
    expect((await ok(bank.call(lintRegister))).providers).toMatchObject([{ id: register.providerId, asked: true }])
    expect(await notices()).toHaveLength(1)
    const mails = (await acting.portal.mails()).filter(({ to }) => to === address('proveedor'))
    const told = JSON.stringify([await notices(), mails])
    expect(told).toContain('Datos para el registro de sus clientes')
    expect(told).not.toMatch(/cajamar|santander/i)
    const trail = await acting.portal.app.db
      .selectFrom('trail')
      .select(['actor_id', 'actor_role', 'data'])
      .where('event', '=', 'register-ask.made')
      .execute()
    expect(trail).toMatchObject([{ actor_id: null, actor_role: null }])
  })

  test('again after them, and never by a bank that does not see it', async () => {
    expect((await asking(bank, acting.waiting.me.idGenericEntity)).status).toBe(404)
    acting.portal.clock.move(30 * DAY)
    Object.assign(acting, {
      bank: await acting.portal.signIn(address('entidad')),
      provider: await acting.portal.signIn(address('proveedor')),
    })
    bank = acting.bank
    await ok(asking(bank))
    expect(await notices()).toHaveLength(2)
    await describeProvider(acting, register.serviceId)
    await takeChanges(bank)
    expect((await notices()).every((each: { isRead: boolean }) => each.isRead)).toBe(true)
  })
})

describe('DORA-21: files with faults', () => {
  test('are refused to the authority and made for people, who get the list', async () => {
    const refused = await making('XBRL_CSV')
    expect([refused.status, refused.problem.code]).toEqual([409, 'registerBlocked'])
    expect(refused.problem.detail).toBe(
      'El registro tiene 1 error que haría que se rechazara. Corríjalo o descárguelo en Excel.',
    )
    const csv = await ok(making('CSV'))
    const files = textsIn(await contentOf(csv.id))
    expect(files.size).toBe(16)
    expect(files.get('faltas.csv')).toContain('R05,,La autoridad lo rechaza,B_01.01,c0010,')
    expect(files.get('b_02.01.csv')).toContain(register.contract.reference)
    const xlsx = await ok(making('XLSX'))
    const reach = { rows: 50, columns: 30 }
    const sheets = await parseSheets({ bytes: await contentOf(xlsx.id) }, { kind: 'xlsx', reach, most: 20 })
    expect(sheets.map(({ name }) => name)).toEqual([
      'Faltas',
      ...[...files.keys()].slice(1).map(path => path.slice(0, 7).toUpperCase()),
    ])
    expect(sheets[0]!.rows.map(([rule]) => rule)).toContain('R05')
    const rows = sheets.find(({ name }) => name === 'B_02.01')!.rows
    expect(rows[1]![0]).toBe(register.contract.reference)
  })
})

describe('DORA-24: a file that was made', () => {
  test('is kept with its date, author, hash and faults, and is the same whenever it is downloaded', async () => {
    await saveEntity(bank)
    const made = await ok(making('XBRL_CSV'))
    expect(made).toMatchObject({
      format: 'XBRL_CSV',
      edition: '4.0',
      referenceDate: '2025-12-31',
      counts: { BLOCKING: 0 },
    })
    const bytes = await contentOf(made.id)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(made.sha256)
    expect([bytes.length, made.name.startsWith(`${textsIn(bytes).keys().next().value!.split('/')[0]}`)]).toEqual([
      made.size,
      true,
    ])
    expect(checkPackage(textsIn(bytes))).toEqual([])
    await ok(bank.call(changeFunction, { params: { id: register.businessFunction.id }, body: { rtoHours: 99 } }))
    expect(Buffer.from(await contentOf(made.id)).equals(Buffer.from(bytes))).toBe(true)
    const { content } = await ok(bank.call(listPackages))
    expect(content.map((each: { id: string }) => each.id)).toContain(made.id)
    expect(content[0].madeBy).not.toBe('')
  })

  test('is compared with the one before by the keys of its rows, or with any other', async () => {
    const [before] = (await ok(bank.call(listPackages, { query: { madeAs: 'XBRL_CSV' } }))).content
    expect((await bank.call(removeLine, { params: { id: register.line.id } })).status).toBe(204)
    const after = await ok(making('XLSX'))
    const changes = await ok(bank.call(packageChangesCall, { params: { id: after.id } }))
    expect(changes.with.id).toBe(before.id)
    expect(changes.counts).toMatchObject({ NEW: 0, CHANGED: 1 })
    const gone = changes.changes.filter(({ kind }: { kind: string }) => kind === 'GONE')
    expect(gone.map(({ table }: { table: string }) => table)).toEqual(['B_02.02', 'B_05.02', 'B_07.01'])
    const [changed] = changes.changes.filter(({ kind }: { kind: string }) => kind === 'CHANGED')
    expect(changed).toMatchObject({ table: 'B_06.01', columns: [{ column: 'c0080', before: '4', after: '99' }] })
    const same = await ok(bank.call(packageChangesCall, { params: { id: before.id }, query: { with: before.id } }))
    expect(same.changes).toEqual([])
  })

  test('is of its bank alone', async () => {
    const other = await acting.portal.signIn('externalizacion@santander.example')
    const { content } = await ok(bank.call(listPackages))
    const params = { id: content[0].id }
    expect((await other.call(packageContent, { params })).status).toBe(404)
    expect((await other.call(packageChangesCall, { params })).status).toBe(404)
    expect((await ok(other.call(listPackages))).content).toEqual([])
    expect((await acting.cci.call(packageContent, { params })).status).not.toBe(200)
  })
})

test('REG-09: lint and file are made as of a reference date; one that no authority takes is refused', async () => {
  const later = await newContract(bank, { providerId: register.providerId, startsOn: '2026-06-01' })
  const ended = { startsOn: '2024-01-01', endsOn: '2024-12-30', endReason: 'x4' }
  const gone = await newContract(bank, { providerId: register.providerId, ...ended })
  const on = (referenceDate: string) => bank.call(lintRegister, { query: { referenceDate } })
  expect((await ok(on('2025-12-31'))).leftOut).toEqual([later.reference])
  expect((await ok(on('2026-12-31'))).leftOut).toEqual([])
  expect((await ok(bank.call(lintRegister))).leftOut).toEqual([])
  const referencesOn = async (referenceDate: string) => {
    acting.portal.clock.move(1000)
    const { id } = await ok(bank.call(makePackage, { body: { format: 'CSV', referenceDate } }))
    return textsIn(await contentOf(id)).get('b_02.01.csv')
  }
  const then = await referencesOn('2025-12-31')
  expect(then).toContain(register.contract.reference)
  expect(then).not.toContain(later.reference)
  expect(then).not.toContain(gone.reference)
  expect(await referencesOn('2026-12-31')).toContain(later.reference)
  expect(await referencesOn('2024-12-31')).toContain(gone.reference)
  const year = Number(acting.portal.clock.today().slice(0, 4))
  for (const referenceDate of ['2024-12-30', `${year + 1}-01-01`]) {
    for (const answer of [
      await on(referenceDate),
      await bank.call(makePackage, { body: { format: 'CSV', referenceDate } }),
    ]) {
      expect([answer.status, Object.keys(answer.problem.fields ?? {})]).toEqual([400, ['referenceDate']])
    }
  }
})
