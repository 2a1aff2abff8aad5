import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCentreRules, saveCentreRules } from '#domain/catalogue/centre-rules/contract.ts'
import { saveRegisterIdentity } from '#domain/participant/company/contract.ts'
import type { FaultWire, LintWire } from '#domain/supervision/register/contract.ts'
import { lintRegister } from '#domain/supervision/register/contract.ts'
import { exportLines, listArrangements, listLines } from '#domain/supervision/register/entry/contract.ts'
import { readGleif } from '#domain/supervision/register/gleif/contract.ts'
import { loadGleif } from '#server/supervision/register/gleif/load.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { newLei, outside } from '#test/support/companies.ts'
import type { SomeLei } from '#test/support/gleif.ts'
import { leiFile, parentFile } from '#test/support/gleif.ts'
import { newSeededPlace } from '#test/support/place.ts'
import { newContract, newFunction, newLine, saveEntity } from '#test/support/register-entries.ts'
import { bareService, declared } from '#test/support/uses.ts'

let place: Awaited<ReturnType<typeof newSeededPlace>>
let acting: Acting
beforeAll(async () => {
  place = await newSeededPlace('world')
  acting = await startActing({ place, seed: 'none' })
  await mkdir(join(place.dataDir, 'gleif'))
})
afterAll(async () => {
  await acting.portal.stop()
  await place.remove()
})

async function load(leis: SomeLei[], parents: { lei: string; parent: string }[] = [], isPart = false): Promise<void> {
  const paths = ['lei.csv', 'rr.csv'].map(name => join(place.dataDir, 'gleif', name))
  await writeFile(paths[0]!, leiFile(leis))
  await writeFile(paths[1]!, parentFile(parents))
  await loadGleif(place.database.owner, { paths, on: '2026-11-20', isPart, now: acting.portal.clock.now() })
}
const linted = async (): Promise<LintWire> => ok(acting.bank.call(lintRegister))
const rules = ['R70', 'R76', 'R77', 'R78', 'R90']
const faultsOf = ({ tables }: LintWire, row: string) =>
  tables
    .flatMap(({ faults }) => faults)
    .filter((fault: FaultWire) => rules.includes(fault.rule) && fault.row === row)
    .map(({ rule, owner, step, field }) => [rule, owner, step, field])

test('REG-23: every bank reads what GLEIF says of the companies of its register, and nothing of them changes', async () => {
  const { bank } = acting
  await saveEntity(bank)
  const company = outside({ name: 'Acme Cloud', country: 'IE' })
  const [parent, gone] = [newLei(), outside({ name: 'Antigua' })]
  const contract = await newContract(bank, { company })
  await newLine(bank, { arrangementId: contract.id, functionId: (await newFunction(bank)).id })
  await newContract(bank, { company: gone })
  const before = await linted()
  expect(before.gleif).toBeNull()
  expect(faultsOf(before, 'Acme Cloud')).toEqual([])
  expect(await ok(bank.call(readGleif, { query: { lei: company.lei } }))).toEqual({ on: null, found: null })

  await load(
    [
      { lei: company.lei, name: 'Acme Cloud Ireland Limited', country: 'IE', status: 'LAPSED', renewal: '2026-03-01' },
      { lei: gone.lei, name: 'Antigua', status: 'MERGED' },
      { lei: parent, name: 'Acme Inc.', country: 'US' },
    ],
    [{ lei: company.lei, parent }],
    true,
  )
  const after = await linted()
  expect(after.gleif).toEqual({ on: '2026-11-20', isWhole: false })
  expect(faultsOf(after, 'Acme Cloud')).toEqual([
    ['R70', 'BANK', 'arrangements', 'lei'],
    ['R77', 'BANK', 'arrangements', 'name'],
    ['R78', 'BANK', 'arrangements', 'parent'],
  ])
  expect(faultsOf(after, 'Antigua')).toEqual([['R76', 'BANK', 'arrangements', 'lei']])
  // Of the bank's own LEI a part says nothing.
  expect(faultsOf(after, '').map(([rule]) => rule)).toEqual(['R90'])
  const { content } = await ok(bank.call(listArrangements, { query: { id: contract.id } }))
  expect(content).toMatchObject([{ version: contract.version, company: { name: 'Acme Cloud' }, parent: null }])
  expect(await ok(bank.call(readGleif, { query: { lei: ` ${company.lei.toLowerCase()} ` } }))).toEqual({
    on: '2026-11-20',
    found: {
      lei: company.lei,
      name: 'Acme Cloud Ireland Limited',
      country: 'IE',
      use: 'NOT_RENEWED',
      renewalOn: '2026-03-01',
      parent: { lei: parent, name: 'Acme Inc.', country: 'US' },
    },
  })
  expect((await ok(bank.call(readGleif, { query: { lei: newLei() } }))).found).toBeNull()

  await load([{ lei: company.lei, name: 'Acme Cloud', country: 'IE' }])
  const whole = await linted()
  expect(faultsOf(whole, 'Acme Cloud')).toEqual([])
  expect(faultsOf(whole, 'Antigua')).toEqual([['R76', 'BANK', 'arrangements', 'lei']])
  expect(faultsOf(whole, '')).toEqual([])
})

test('REG-23: a line with a provider that the authorities designated says so', async () => {
  const { bank, cci, provider } = acting
  const company = outside({ name: 'Designada' })
  const contract = await newContract(bank, { company })
  const fn = await newFunction(bank)
  const line = await newLine(bank, { arrangementId: contract.id, functionId: fn.id })
  const ofLine = async () => (await ok(bank.call(listLines, { query: { id: line.id } }))).content[0]
  expect(await ofLine()).toMatchObject({ provider: 'Designada', isDesignated: false })

  const params = { id: provider.me.idGenericEntity }
  const lei = newLei()
  await ok(provider.call(saveRegisterIdentity, { params, body: { lei, version: 0 } }))
  const own = await newContract(bank, { providerId: params.id })
  const { serviceId } = await bareService(acting)
  const use = await declared(bank, { providerId: params.id, serviceId })
  const ofProvider = await newLine(bank, { arrangementId: own.id, functionId: fn.id, useId: use.id })
  const { version } = await ok(cci.call(readCentreRules))
  const source = 'Lista de las AES'
  const criticalProviders = [
    { name: 'Designada', lei: ` ${company.lei.toLowerCase()}`, on: '2025-11-18', source },
    { name: 'Del portal', lei, on: '2026-11-18', source },
  ]
  const saved = await ok(cci.call(saveCentreRules, { body: { rules: { criticalProviders }, version } }))
  expect(saved.rules.criticalProviders.map(({ name }: { name: string }) => name)).toEqual(['Del portal', 'Designada'])
  expect(await ofLine()).toMatchObject({ isDesignated: true })
  const readOwn = () => ok(bank.call(listLines, { query: { id: ofProvider.id } }))
  expect((await readOwn()).content).toMatchObject([{ isDesignated: true }])
  // A LEI that the bank has not accepted yet is not the one of its register (REG-10).
  await ok(provider.call(saveRegisterIdentity, { params, body: { lei: newLei(), version: 1 } }))
  expect((await readOwn()).content).toMatchObject([{ isDesignated: true }])
  const csv = await bank.call(exportLines, { query: { format: 'csv', text: 'Designada' } as never })
  expect(String(csv.body)).toContain('Proveedor tercero esencial')
  const wrong = { criticalProviders: [{ name: 'X', lei: 'X', on: '2025-11-18', source: '' }] }
  const refused = await cci.call(saveCentreRules, { body: { rules: wrong, version: saved.version } })
  expect([refused.status, refused.problem.fields]).toEqual([400, { 'rules.criticalProviders.0.lei': 'LEI no válido' }])
})
