import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeCompany, listCompanies, saveRegisterIdentity } from '#domain/participant/company/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { exportSupervision } from '#domain/supervision/own-data/contract.ts'
import type { LintWire } from '#domain/supervision/register/contract.ts'
import { lintRegister } from '#domain/supervision/register/contract.ts'
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
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { newLei, outside } from '#test/support/companies.ts'
import type { Caller } from '#test/support/portal.ts'
import {
  contractBody,
  describeProvider,
  newContract,
  newFunction,
  newLine,
  newRegister,
  saveEntity,
} from '#test/support/register-entries.ts'
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
    expect(line).toMatchObject({ ictType: null, proposed: { ictType: null, provisionCountry: null }, isCritical: true })
    await describeProvider(acting, serviceId)
    const { content } = await ok(bank.call(listLines, { query: { arrangementId: contract.id } }))
    expect(content[0]).toMatchObject({
      ictType: null,
      proposed: { ictType: 'S17', storageCountry: 'IE', holdsData: true },
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

test('D44: a provider that was deleted has no name in the register, which says so', async () => {
  const gone = await acting.portal.app.db
    .selectFrom('participant')
    .select(['id', 'display_name as name'])
    .where('kind', '=', 'PROVIDER')
    .where('onboarded_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('id', '<>', acting.provider.me.idGenericEntity)
    .executeTakeFirstOrThrow()
  const contract = await newContract(bank, { providerId: gone.id })
  await ok(acting.cci.call(deleteParticipant, { body: { idGenericEntity: gone.id } }))
  const { content } = await ok(bank.call(listArrangements, { query: { text: contract.reference } }))
  expect(content[0]).toMatchObject({ provider: 'Proveedor dado de baja del portal' })
  const answer = await ok(bank.call(lintRegister))
  expect(JSON.stringify(answer)).not.toContain(gone.name)
  const found = faultsOf(answer).filter(({ id }) => id === contract.id)
  expect(found.map(({ rule }) => rule).toSorted()).toEqual(expect.arrayContaining(['R01', 'R73']))
})
