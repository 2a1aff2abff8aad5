import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeCompany,
  listCompanies,
  saveRegisterIdentity,
  saveServiceFacts,
} from '#domain/participant/company/contract.ts'
import { deleteParticipant, updateParticipant } from '#domain/participant/contract.ts'
import { exportSupervision } from '#domain/supervision/own-data/contract.ts'
import type { LintWire, ProviderChangeWire } from '#domain/supervision/register/contract.ts'
import { decideProviderChange, lintRegister, listProviderChanges } from '#domain/supervision/register/contract.ts'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import {
  addArrangement,
  addFunction,
  addLine,
  changeArrangement,
  changeFunction,
  changeLine,
  exportFunctions,
  listArrangements,
  listFunctions,
  listLines,
  readRegisterEntity,
  removeArrangement,
  removeFunction,
  removeLine,
  saveRegisterEntity,
} from '#domain/supervision/register/entry/contract.ts'
import { DAY } from '#server/platform/clock.ts'
import { lintedRegister } from '#server/supervision/register/lint.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { newLei, outside } from '#test/support/companies.ts'
import type { Caller } from '#test/support/portal.ts'
import {
  changedByProvider,
  contractBody,
  describeProvider,
  newContract,
  newFunction,
  newLine,
  newRegister,
  saveEntity,
  takeChanges,
} from '#test/support/register-entries.ts'
import { destroyNow } from '#test/support/retention.ts'
import { bareService, declared } from '#test/support/uses.ts'

let acting: Acting
let bank: Caller
beforeAll(async () => {
  acting = await startActing()
  bank = acting.bank
})
afterAll(() => acting.portal.stop())

const faultsOf = (answer: LintWire) => answer.tables.flatMap(({ faults }) => faults)

describe('DORA-07: a bank writes its own register:', () => {
  test('the entity and its definitions; a LEI is checked', async () => {
    expect(await ok(bank.call(readRegisterEntity))).toMatchObject({
      name: expect.stringMatching(/^Cajamar/),
      lei: null,
      version: 0,
    })
    const lei = newLei()
    const saved = await saveEntity(bank, {
      lei: ` ${lei.toLowerCase()} `,
      terms: { c0010: 'Un contrato que se basta' },
    })
    expect(saved).toMatchObject({ lei, totalAssets: 1_500_000_000.5, version: 1 })
    expect(saved.terms).toMatchObject({ c0010: 'Un contrato que se basta', c0190: '' })
    const wrong = await bank.call(saveRegisterEntity, { body: { lei: `${lei.slice(0, 18)}00` } })
    expect(wrong.problem.fields).toEqual({ lei: 'LEI erróneo: los dígitos de control no son correctos.' })
    // What is not sent stays, and '' takes a definition away.
    const next = await ok(
      bank.call(saveRegisterEntity, { body: { authority: 'BCE', terms: { c0010: '' }, version: 1 } }),
    )
    expect(next).toMatchObject({ lei, authority: 'BCE', version: 2, terms: { c0010: '' } })
  })

  test('functions, which take the next identifier and keep one that is used', async () => {
    const first = await newFunction(bank)
    const second = await newFunction(bank)
    expect(Number(second.code.slice(1))).toBe(Number(first.code.slice(1)) + 1)
    const taken = await bank.call(addFunction, { body: { code: first.code } })
    expect(taken.problem.fields?.code).toBe('Ya hay una función con este identificador')
    const params = { id: second.id }
    const changed = await ok(bank.call(changeFunction, { params, body: { rtoHours: 8, version: 1 } }))
    expect(changed).toMatchObject({ rtoHours: 8, name: second.name, version: 2 })
    const wrong = await bank.call(changeFunction, { params, body: { activity: 'x1' } })
    expect([wrong.status, Object.keys(wrong.problem.fields ?? {})]).toEqual([400, ['activity']])
    expect((await bank.call(removeFunction, { params })).status).toBe(204)
    expect((await bank.call(changeFunction, { params, body: {} })).status).toBe(404)
  })

  test('contracts, with a provider that it sees, under an overarching one of its own', async () => {
    const { providerId } = await bareService(acting)
    const above = await newContract(bank, { providerId, type: 'x2' })
    const below = await newContract(bank, { providerId, type: 'x3', overarchingId: above.id })
    expect(below).toMatchObject({
      overarching: above.reference,
      provider: expect.stringMatching(/Tramontana/),
      company: null,
    })
    const again = await bank.call(addArrangement, {
      body: { ...contractBody(), reference: above.reference, providerId } as never,
    })
    expect(again.problem.fields?.reference).toBe('Ya hay un contrato con esta referencia')
    const strange = await bank.call(changeArrangement, {
      params: { id: below.id },
      body: { overarchingId: providerId },
    })
    expect(strange.problem.fields).toHaveProperty('overarchingId')
    expect((await bank.call(removeArrangement, { params: { id: above.id } })).problem.code).toBe('arrangementUsed')
    expect((await bank.call(removeArrangement, { params: { id: below.id } })).status).toBe(204)
    expect((await bank.call(removeArrangement, { params: { id: above.id } })).status).toBe(204)
    const unseen = await bank.call(addArrangement, {
      body: contractBody({ providerId: acting.waiting.me.idGenericEntity }) as never,
    })
    expect(unseen.status).toBe(404)
    const nobody = await bank.call(addArrangement, { body: contractBody() as never })
    expect(nobody.problem.fields).toHaveProperty('providerId')
  })

  test("lines of its own uses, with the provider's facts until it writes its own", async () => {
    const { serviceId, use, contract, businessFunction, line } = await newRegister(acting)
    expect(line).toMatchObject({ ictType: null, proposed: { ictType: null, provisionCountries: [] }, isCritical: true })
    await describeProvider(acting, serviceId)
    await takeChanges(bank)
    const { content } = await ok(bank.call(listLines, { query: { arrangementId: contract.id } }))
    expect(content[0]).toMatchObject({
      ictType: null,
      proposed: { ictType: 'S17', storageCountries: ['IE'], holdsData: true },
    })
    const own = await ok(bank.call(changeLine, { params: { id: line.id }, body: { ictType: 'S08', version: 1 } }))
    expect(own).toMatchObject({ ictType: 'S08', proposed: { ictType: 'S17' } })

    const about = { arrangementId: contract.id, functionId: businessFunction.id }
    const other = await declared(bank, {
      providerId: contract.providerId,
      serviceId: (await bareService(acting)).serviceId,
    })
    await newLine(bank, { ...about, useId: other.id })
    for (const wrong of [{ useId: null }, { useId: contract.id }]) {
      const refused = await bank.call(addLine, { body: { ...about, ...wrong } })
      expect(refused.problem.fields?.useId).toBe('Elija un servicio utilizado de este proveedor')
    }
    const noFunction = await bank.call(addLine, { body: { ...about, functionId: use.id, useId: use.id } })
    expect(noFunction.problem.fields).toHaveProperty('functionId')
    expect((await bank.call(removeFunction, { params: { id: businessFunction.id } })).problem.code).toBe('functionUsed')
    expect((await bank.call(removeArrangement, { params: { id: contract.id } })).problem.code).toBe('arrangementUsed')
    expect((await bank.call(removeLine, { params: { id: line.id } })).status).toBe(204)
  })

  test('lists are sorted as people count, filtered and exported', async () => {
    for (const code of ['F900', 'F1000']) await newFunction(bank, { code, name: `Ordenada ${code}` })
    const asked = { text: 'ordenada' }
    const codes = async (sort: string) =>
      (await ok(bank.call(listFunctions, { query: { ...asked, sort: sort as never } }))).content.map(
        (each: { code: string }) => each.code,
      )
    expect([await codes('code'), await codes('code,desc')]).toEqual([
      ['F900', 'F1000'],
      ['F1000', 'F900'],
    ])
    const csv = Buffer.from((await bank.call(exportFunctions, { query: asked })).body).toString()
    expect(csv).toMatch(/F900;Ordenada F900;Depósitos y otros fondos reembolsables;Sí/)
    const none = await ok(bank.call(listArrangements, { query: { text: 'no hay tal cosa' } }))
    expect(none).toEqual({ content: [], totalElements: 0 })
  })
})

describe('DORA-08: a contract with a company outside the portal', () => {
  const companies = async (q: string) => (await ok(bank.call(listCompanies, { query: { q } }))).content

  test('names it; one with the LEI of another is not created twice', async () => {
    const company = outside({ country: 'US' })
    const first = await newContract(bank, { company })
    expect(first).toMatchObject({ providerId: null, provider: company.name, company: { lei: company.lei } })
    const second = await newContract(bank, { company: { ...company, name: 'Con otro nombre' } })
    expect(second.company.id).toBe(first.company.id)
    const third = await newContract(bank, { companyId: first.company.id })
    expect(third.company.id).toBe(first.company.id)
    expect(await companies(company.lei)).toHaveLength(1)
    const about = { arrangementId: first.id, functionId: (await newFunction(bank)).id }
    expect(await newLine(bank, about)).toMatchObject({ useId: null, service: '', provider: company.name })
    const { providerId, serviceId } = await bareService(acting)
    const use = await declared(bank, { providerId, serviceId })
    expect((await bank.call(addLine, { body: { ...about, useId: use.id } })).problem.fields).toHaveProperty('useId')
  })

  test('is changed where it stands, and is found by nobody else', async () => {
    const contract = await newContract(bank, { company: { name: 'Sin códigos', country: 'ES' } })
    const lei = newLei()
    const body = { company: { name: 'Con código', country: 'ES', lei }, version: 1 }
    const changed = await ok(bank.call(changeArrangement, { params: { id: contract.id }, body }))
    expect(changed.company).toMatchObject({ id: contract.company.id, name: 'Con código', lei })
    for (const reader of [
      acting.cci,
      acting.provider,
      await acting.portal.signIn('externalizacion@santander.example'),
    ]) {
      expect((await ok(reader.call(listCompanies, { query: { q: lei } }))).content).toEqual([])
    }
    const wrong = await bank.call(changeArrangement, {
      params: { id: contract.id },
      body: { company: { name: 'X', country: 'ES', lei: 'X' } },
    })
    expect(wrong.problem.fields).toHaveProperty(['company.lei'])
    expect((await bank.call(removeArrangement, { params: { id: contract.id } })).status).toBe(204)
    expect(await companies(lei)).toEqual([])
  })

  test('may be one that providers name, and CCI may go on changing it', async () => {
    const company = outside()
    const params = { id: acting.provider.me.idGenericEntity }
    const { parent } = await ok(acting.provider.call(saveRegisterIdentity, { params, body: { parent: company } }))
    const contract = await newContract(bank, { company })
    expect(contract.company.id).toBe(parent.id)
    // The provider changes what it alone names of all providers: that a bank names it too stays untold.
    const changed = await acting.provider.call(changeCompany, {
      params: { id: parent.id },
      body: { name: 'Matriz nueva' },
    })
    expect(changed.status).toBe(200)
  })

  test('DORA-08 BASE-10: keeps its name, codes and country, and its parent’s, whatever a provider or CCI changes', async () => {
    const { cci, provider } = acting
    const params = { id: provider.me.idGenericEntity }
    const group = outside({ name: 'Grupo Nube', lei: newLei() })
    const company = outside({ name: 'Nube EMEA', country: 'LU', lei: newLei() })
    const { parent } = await ok(provider.call(saveRegisterIdentity, { params, body: { parent: company } }))
    const child = await ok(provider.call(changeCompany, { params: { id: parent.id }, body: { parent: group } }))
    const contract = await newContract(bank, { company })
    const said = async () => {
      const { content } = await ok(bank.call(listArrangements, { query: { text: contract.reference } }))
      const { name, lei, country, parent: owner } = content[0].company
      return { name, lei, country, parent: owner?.name }
    }
    const kept = await said()
    expect(kept).toEqual({ name: 'Nube EMEA', lei: company.lei, country: 'LU', parent: 'Grupo Nube' })
    for (const [by, id, body] of [
      [cci, child.parent.id, { name: 'Grupo Fantasma' }],
      [provider, parent.id, { name: 'Empresa Fantasma Ltd', lei: newLei(), country: 'KY' }],
    ] as const) {
      expect((await by.call(changeCompany, { params: { id }, body })).status).toBe(200)
      expect(await said()).toEqual(kept)
    }
    // Nor when the shared company becomes a third one.
    const third = outside({ lei: newLei() })
    const other = await acting.portal.signIn('lumbre@almotacen.example')
    await ok(
      other.call(saveRegisterIdentity, { params: { id: other.me.idGenericEntity }, body: { parent: third } as never }),
    )
    // The first to name a LEI does not decide its name for the bank.
    const named = await newContract(bank, { company: { ...third, name: 'Otra cosa' } })
    expect(named.company).toMatchObject({ name: 'Otra cosa', lei: third.lei })
    // The lint says where the two differ.
    const differing = faultsOf(await ok(bank.call(lintRegister))).filter(({ rule }) => rule === 'R75')
    const differs = expect.stringContaining(`el nombre «${third.name}»`)
    expect(differing.map(({ row, sentence }) => [row, sentence])).toContainEqual(['Otra cosa', differs])
    const merged = await cci.call(changeCompany, { params: { id: parent.id }, body: { lei: third.lei } })
    expect(merged.status).toBe(200)
    expect(await said()).toEqual(kept)
  })
})

describe('REG-12: a line has several countries of provision, storage and processing', () => {
  const rowsOf = async (reference: string) => {
    const { tables } = await lintedRegister(acting.portal.app.db, bank.me.idGenericEntity, '2026-01-15')
    const at = edition40.tables['B_02.02'].columns.flatMap(({ kind }, index) => (kind === 'country' ? index : []))
    return tables['B_02.02']
      .filter(({ cells }) => cells[0] === reference)
      .map(({ cells }) => at.slice(1).map(column => cells[column]!.replace('eba_GA:', '')))
  }

  test("those of the provider's facts whole, until the bank writes its own", async () => {
    const { provider } = acting
    const { providerId, serviceId, contract, line } = await newRegister(acting)
    await ok(
      provider.call(saveServiceFacts, {
        params: { id: providerId, serviceId },
        body: { ictType: 'S17', provisionCountries: ['IE', 'ES'], processingCountries: ['FR', 'DE'] },
      }),
    )
    await takeChanges(bank)
    const read = async () => (await ok(bank.call(listLines, { query: { id: line.id } }))).content[0]
    expect(await read()).toMatchObject({
      provisionCountries: [],
      proposed: { provisionCountries: ['ES', 'IE'], storageCountries: [], processingCountries: ['DE', 'FR'] },
    })
    expect(await rowsOf(contract.reference)).toEqual([
      ['ES', 'qx2007', 'DE'],
      ['ES', 'qx2007', 'FR'],
      ['IE', 'qx2007', 'DE'],
      ['IE', 'qx2007', 'FR'],
    ])
    const body = { processingCountries: ['US'], storageCountries: ['PT', 'ES', 'PT'] }
    const own = await ok(bank.call(changeLine, { params: { id: line.id }, body: { ...body, version: 1 } }))
    expect(own).toMatchObject({ ...body, storageCountries: ['ES', 'PT'], provisionCountries: [], version: 2 })
    expect(await rowsOf(contract.reference)).toEqual([
      ['ES', 'ES', 'US'],
      ['ES', 'PT', 'US'],
      ['IE', 'ES', 'US'],
      ['IE', 'PT', 'US'],
    ])
    // The same again changes nothing.
    const again = await ok(bank.call(changeLine, { params: { id: line.id }, body: { ...body, version: 2 } }))
    expect(again.version).toBe(2)
    const back = { processingCountries: [], storageCountries: [] }
    await ok(bank.call(changeLine, { params: { id: line.id }, body: { ...back, version: 2 } }))
    expect((await rowsOf(contract.reference)).at(-1)).toEqual(['IE', 'qx2007', 'FR'])
  })

  test('one that is in no list is refused by name', async () => {
    const { line } = await newRegister(acting)
    const wrong = await bank.call(changeLine, { params: { id: line.id }, body: { storageCountries: ['ES', 'ZZ'] } })
    expect([wrong.status, Object.keys(wrong.problem.fields ?? {})]).toEqual([400, ['storageCountries.1']])
  })
})

describe('REG-06: critical lines of one contract and type share one assessment', () => {
  const unassessed = {
    substitutability: null,
    noSubstituteReason: null,
    ownAuditOn: null,
    exitPlan: null,
    reintegration: null,
    impact: null,
    alternatives: null,
  }
  const shared = { ...unassessed, ictType: 'S17', provisionCountries: ['ES'] }
  /** Two critical lines of a new contract, the second with its own countries. */
  async function twoLines(second: object = {}) {
    const { contract, line, use } = await newRegister(acting)
    await ok(bank.call(changeLine, { params: { id: line.id }, body: { ictType: 'S17' } }))
    const functionId = (await newFunction(bank)).id
    const other = await newLine(bank, { arrangementId: contract.id, functionId, useId: use.id, ...shared, ...second })
    return { contract, functionId, first: line.id, second: other.id }
  }
  const read = async (id: string) => (await ok(bank.call(listLines, { query: { id } }))).content[0]
  const change = (id: string, body: object) => ok(bank.call(changeLine, { params: { id }, body }))

  test('it is asked once: a line that is added has it, and a change is one of both', async () => {
    const { first, second } = await twoLines()
    expect(await read(second)).toMatchObject({ exitPlan: true, substitutability: 'x960', ownAuditOn: '2025-10-31' })
    expect((await read(first)).sharedWith).toEqual([(await read(second)).functionCode])
    await change(second, { exitPlan: false, substitutability: 'x962', noSubstituteReason: null })
    expect(await read(first)).toMatchObject({ exitPlan: false, substitutability: 'x962', noSubstituteReason: null })
    // What the other saw is outdated.
    const stale = await bank.call(changeLine, { params: { id: first }, body: { exitPlan: true, version: 2 } })
    expect(stale.problem.code).toBe('changedMeanwhile')
  })

  test('what differs is named with who says it, decided by none, and chosen for both', async () => {
    const { contract, first, second } = await twoLines({ substitutability: 'x962', exitPlan: false })
    const [one, two] = [await read(first), await read(second)]
    expect([one.substitutability, two.substitutability]).toEqual(['x960', 'x962'])
    expect(one.differing).toEqual([
      { field: 'substitutability', said: `«Fácil» (${two.functionCode}) y «Muy compleja» (${one.functionCode})` },
      { field: 'exitPlan', said: `«No» (${two.functionCode}) y «Sí» (${one.functionCode})` },
    ])
    const faults = async () =>
      faultsOf(await ok(bank.call(lintRegister))).filter(
        ({ rule, row }) => rule === 'R58' && row.startsWith(contract.reference),
      )
    expect((await faults()).map(({ severity, field }) => [severity, field])).toEqual([
      ['BLOCKING', 'substitutability'],
      ['BLOCKING', 'exitPlan'],
    ])
    // Saving anything else decides nothing.
    await change(first, { reliance: 'x795' })
    expect((await read(first)).differing).toHaveLength(2)
    await change(first, { substitutability: 'x960' })
    expect((await read(second)).substitutability).toBe('x960')
    await change(second, { exitPlan: false })
    expect(await read(first)).toMatchObject({ exitPlan: false, differing: [] })
    expect(await faults()).toEqual([])
  })

  test('a line that comes from another type changes nothing of those that are there', async () => {
    const { first, second } = await twoLines({ ictType: 'S08', exitPlan: false })
    expect((await read(first)).sharedWith).toEqual([])
    const { version, ...all } = { ...(await read(second)), ictType: 'S17' }
    await change(second, { ictType: 'S17', exitPlan: all.exitPlan, version })
    expect(await read(first)).toMatchObject({ exitPlan: true, differing: [{ field: 'exitPlan' }] })
  })

  test('it stays with the others when the line that gave it goes, leaves or is no longer critical', async () => {
    const removed = await twoLines()
    await bank.call(removeLine, { params: { id: removed.first } })
    expect(await read(removed.second)).toMatchObject({ exitPlan: true, impact: 'x793', sharedWith: [] })
    const left = await twoLines()
    await change(left.first, { ictType: 'S08' })
    expect(await read(left.second)).toMatchObject({ exitPlan: true, sharedWith: [] })
    const lowered = await twoLines()
    const { functionId } = await read(lowered.first)
    await ok(bank.call(changeFunction, { params: { id: functionId }, body: { critical: 'x29' } }))
    expect(await read(lowered.second)).toMatchObject({ exitPlan: true, sharedWith: [] })
  })

  test('what earlier versions stored on one line alone is kept when that line is removed', async () => {
    const { first, second } = await twoLines()
    const { db } = acting.portal.app
    await db.updateTable('arrangement_line').set({ exit_plan: null, impact: null }).where('id', '=', second).execute()
    expect(await read(second)).toMatchObject({ exitPlan: true, impact: 'x793' })
    await bank.call(removeLine, { params: { id: first } })
    expect(await read(second)).toMatchObject({ exitPlan: true, impact: 'x793' })
  })
})

test('REG-13: the bank writes the rate of a currency once for a reference date, and the sum uses it', async () => {
  const { providerId } = await bareService(acting)
  await newContract(bank, { providerId, currency: 'USD', annualCost: 1000 })
  await newContract(bank, { providerId, currency: 'EUR', annualCost: 500 })
  const missing = async (referenceDate: string) =>
    faultsOf(await ok(bank.call(lintRegister, { query: { referenceDate } })))
      .filter(({ rule }) => rule === 'R08')
      .map(({ step, field }) => [step, field])
  expect(await missing('2025-12-31')).toEqual([['entity', 'rates.2025-12-31.USD']])
  const rate = { currency: 'USD', referenceDate: '2025-12-31', rate: 0.9213 }
  const { version } = await ok(bank.call(readRegisterEntity))
  const saved = await ok(bank.call(saveRegisterEntity, { body: { rates: [rate as never], version } }))
  expect(saved).toMatchObject({ rates: [rate], version: version + 1 })
  expect(await missing('2025-12-31')).toEqual([])
  expect(await missing('2024-12-31')).toEqual([['entity', 'rates.2024-12-31.USD']])
  // The same again changes nothing, an outdated one says what changed, and null takes it away.
  const again = await ok(bank.call(saveRegisterEntity, { body: { rates: [rate as never] } }))
  expect(again.version).toBe(version + 1)
  const stale = await bank.call(saveRegisterEntity, { body: { rates: [{ ...rate, rate: 2 } as never], version } })
  expect((stale.problem.conflict as { differences: unknown }).differences).toEqual([
    { field: 'rates.2025-12-31.USD', label: 'Cambio de USD a 31/12/2025', now: '0,9213', yours: '2' },
  ])
  for (const wrong of [{ rate: 0 }, { rate: -1 }, { currency: 'XXX' }, { referenceDate: 'ayer' }]) {
    expect((await bank.call(saveRegisterEntity, { body: { rates: [{ ...rate, ...wrong } as never] } })).status).toBe(
      400,
    )
  }
  expect(
    (await ok(bank.call(saveRegisterEntity, { body: { rates: [{ ...rate, rate: null } as never] } }))).rates,
  ).toEqual([])
})

test('BASE-04: an edit of an outdated version says what changed', async () => {
  const { line } = await newRegister(acting)
  const params = { id: line.id }
  await ok(bank.call(changeLine, { params, body: { reliance: 'x795', version: 1 } }))
  const stale = await bank.call(changeLine, { params, body: { reliance: 'x796', version: 1 } })
  expect([stale.status, stale.problem.code]).toEqual([409, 'changedMeanwhile'])
  expect((stale.problem.conflict as { differences: unknown }).differences).toEqual([
    { field: 'reliance', label: 'Dependencia del servicio', now: 'Baja', yours: 'Material' },
  ])
})

test('BASE-11: the principal user downloads its register with the rest of what is its own', async () => {
  const { contract } = await newRegister(acting)
  const body = JSON.stringify((await bank.call(exportSupervision)).body)
  for (const word of ['register', 'functions', 'arrangements', contract.reference]) expect(body).toContain(word)
})

describe('REG-10: what the portal knew of a provider is kept with the contracts of a bank:', () => {
  const changesOf = async (providerId: string, caller = bank): Promise<ProviderChangeWire[]> =>
    (await ok(caller.call(listProviderChanges))).changes.filter(
      (each: ProviderChangeWire) => each.providerId === providerId,
    )
  const decide = (change: ProviderChangeWire, take: boolean) => {
    const { providerId, serviceId, seen } = change
    return bank.call(decideProviderChange, { body: { providerId, serviceId, seen, take } })
  }
  /** What the file says of a code's company, its parent and a line. */
  const filed = async (lei: string) => {
    const { tables } = await lintedRegister(acting.portal.app.db, bank.me.idGenericEntity, '2026-01-15')
    return tables['B_05.01'].find(({ cells }) => cells[0] === lei)?.cells
  }

  test('a change of its identity is listed, and taken or not; until then the register says what it said', async () => {
    const { provider } = acting
    const { serviceId, contract, line, providerId } = await newRegister(acting)
    await describeProvider(acting, serviceId)
    await takeChanges(bank)
    const { lei, parent } = await ok(
      provider.call(saveRegisterIdentity, {
        params: { id: providerId },
        body: { parent: outside({ name: 'Grupo Uno' }) },
      }),
    )
    await takeChanges(bank)
    const before = await filed(lei)
    expect(before).toContain(parent.lei)
    const next = newLei()
    await ok(provider.call(saveRegisterIdentity, { params: { id: providerId }, body: { lei: next, country: 'PT' } }))
    await ok(acting.cci.call(changeCompany, { params: { id: parent.id }, body: { name: 'Grupo Dos' } }))
    await ok(
      acting.cci.call(updateParticipant, {
        body: { idGenericEntity: providerId, name: 'Tramontana Nueva, S.L.' } as never,
      }),
    )
    const facts = { ictType: 'S08' as const, storageCountries: ['PT'] }
    await ok(provider.call(saveServiceFacts, { params: { id: providerId, serviceId }, body: facts }))
    expect(await filed(lei)).toEqual(before)
    const { content } = await ok(bank.call(listLines, { query: { id: line.id } }))
    expect(content[0].proposed).toMatchObject({ ictType: 'S17', storageCountries: ['IE'] })
    const [identity, service] = await changesOf(providerId)
    expect(identity).toMatchObject({ provider: contract.provider, serviceId: null, hasLeft: false })
    expect(identity!.changes).toEqual(
      expect.arrayContaining([
        { label: 'LEI', before: lei, after: next },
        { label: 'País de la sede', before: 'España', after: 'Portugal' },
      ]),
    )
    expect(JSON.stringify(identity!.changes)).toMatch(/Grupo Uno.*Grupo Dos/)
    expect(service!.changes.map(({ label }) => label)).toEqual([
      'Tipo de servicio TIC',
      'Países donde se guardan los datos',
    ])
    // The service is left as it was, and is not listed again until it changes again.
    expect((await decide(service!, false)).status).toBe(200)
    expect(await changesOf(providerId)).toHaveLength(1)
    await ok(provider.call(saveServiceFacts, { params: { id: providerId, serviceId }, body: { ictType: 'S09' } }))
    expect(await changesOf(providerId)).toHaveLength(2)
    // What has changed again since it was read is not taken unseen.
    await ok(provider.call(saveRegisterIdentity, { params: { id: providerId }, body: { country: 'FR' } }))
    expect((await decide(identity!, true)).problem.fields).toHaveProperty('seen')
    await takeChanges(bank)
    expect(await changesOf(providerId)).toEqual([])
    expect(await filed(next)).toEqual(expect.arrayContaining(['eba_GA:FR']))
    expect(await filed(lei)).toBeUndefined()
  })

  test('another bank neither reads nor decides it, and a contract that is made later has what is said then', async () => {
    const other = await acting.portal.signIn('externalizacion@santander.example')
    const { providerId } = await changedByProvider(acting)
    expect(await changesOf(providerId, other)).toEqual([])
    const [change] = await changesOf(providerId)
    expect((await other.call(decideProviderChange, { body: { ...pick(change!), take: true } })).status).toBe(404)
    const contract = await newContract(other, { providerId })
    expect(await changesOf(providerId, other)).toEqual([])
    await ok(other.call(removeArrangement, { params: { id: contract.id } }))
    await takeChanges(bank)
  })

  test('D44: one that leaves the portal stays in the register as it was, also when its data are destroyed', async () => {
    const { db } = acting.portal.app
    const gone = await acting.portal.signIn('lumbre@almotacen.example')
    const id = gone.me.idGenericEntity
    const lei = newLei()
    await ok(gone.call(saveRegisterIdentity, { params: { id }, body: { lei, country: 'ES', personType: 'LEGAL' } }))
    const { service_id: serviceId } = await db
      .selectFrom('validation')
      .select('service_id')
      .where('participant_id', '=', id)
      .where('kind', '=', 'AUDIT_REPORT')
      .executeTakeFirstOrThrow()
    await ok(
      gone.call(saveServiceFacts, {
        params: { id, serviceId: serviceId! },
        body: { ictType: 'S14', provisionCountries: ['ES'] },
      }),
    )
    const use = await declared(bank, { providerId: id, serviceId: serviceId! })
    const contract = await newContract(bank, { providerId: id })
    const line = await newLine(bank, {
      arrangementId: contract.id,
      functionId: (await newFunction(bank)).id,
      useId: use.id,
    })
    const before = await filed(lei)
    let reader = bank
    const said = async () => {
      const { content } = await ok(reader.call(listLines, { query: { id: line.id } }))
      return [content[0].provider, content[0].proposed]
    }
    const saidBefore = await said()
    await ok(acting.cci.call(deleteParticipant, { body: { idGenericEntity: id } }))
    const stays = async () => {
      expect(await filed(lei)).toEqual(before)
      expect(await said()).toEqual(saidBefore)
    }
    await stays()
    const [change] = await changesOf(id)
    expect(change).toMatchObject({ provider: contract.provider, hasLeft: true })
    expect((await decide(change!, true)).problem.fields).toHaveProperty('take')
    expect((await decide(change!, false)).status).toBe(200)
    expect(await changesOf(id)).toEqual([])
    const found = faultsOf(await ok(bank.call(lintRegister))).filter(each => each.id === contract.id)
    expect(found.map(({ rule, sentence }) => [rule, sentence])).toContainEqual([
      'R73',
      expect.stringContaining(`«${contract.provider}» ya no está en el portal`),
    ])
    acting.portal.clock.move((acting.portal.app.settings.retentionYears + 1) * 366 * DAY)
    reader = await acting.portal.signIn('entidad@almotacen.example')
    await destroyNow(acting.portal)
    const row = await db.selectFrom('participant').select('destroyed_at').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.destroyed_at).not.toBeNull()
    await stays()
  })
})

const pick = ({ providerId, serviceId, seen }: ProviderChangeWire) => ({ providerId, serviceId, seen })
