import { afterAll, beforeAll, expect, test } from 'vitest'
import { importProviders, listInvitations, providerTemplate } from '#domain/invitation/contract.ts'
import { providerExample } from '#domain/invitation/provider-preload.ts'
import { ok } from '#test/support/answers.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let cci: Caller

beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
})
afterAll(() => portal.stop())

const send = (caller: Caller, rows: readonly string[], name = 'proveedores.csv') =>
  caller.call(importProviders, {
    query: { type: 'PROVIDER' },
    body: {},
    files: { file: { name, content: ['CIF;Nombre;Correo', ...rows].join('\r\n') } },
  })
const NIMBUS = 'A-58.818.501;Nimbus Cloud, S.A.;Ana@nimbus.example'
const CIRRUS = 'N0012345E;Cirrus GmbH;info@cirrus.example'
const invitations = async (): Promise<{ email: string; type: string; name: string; idGenericEntity: string }[]> =>
  (await ok(cci.call(listInvitations, { query: { email: 'us.example', size: 50 } }))).content

test('EASE-13: one wrong row stops the whole import; faults are named by row', async () => {
  const answer = await send(cci, [NIMBUS, ';Sin CIF;sin@cirrus.example', 'B12345678;Mal;mal@cirrus.example'])
  expect([answer.status, answer.problem.code]).toEqual([400, 'importWrong'])
  expect((answer.problem.rows as { line: number; column: string }[]).map(({ line, column }) => [line, column])).toEqual(
    [
      [3, 'cif'],
      [4, 'cif'],
    ],
  )
  expect(await invitations()).toEqual([])
  const provider = await portal.signIn('proveedor@almotacen.example')
  const { cif } = await portal.app.db
    .selectFrom('participant')
    .select('cif')
    .where('id', '=', provider.me.idGenericEntity)
    .executeTakeFirstOrThrow()
  const taken = await send(cci, [`${cif};Ya está;nueva@nimbus.example`, 'B12345674;Otro;proveedor@almotacen.example'])
  expect([taken.status, taken.problem.code]).toEqual([409, 'importConflict'])
  expect((taken.problem.rows as { column: string }[]).map(({ column }) => column)).toEqual(['cif', 'email'])
  expect((await send(cci, [NIMBUS], 'lista.txt')).problem.code).toBe('importExtension')
  expect((await send(provider, [NIMBUS])).status).toBe(403)
})

test('EASE-13: CCI preloads providers, also from abroad, who find their name and CIF filled in', async () => {
  const { name, cif, email } = providerExample
  expect(await ok(send(cci, [`${cif};${name};${email}`, NIMBUS, CIRRUS]))).toMatchObject({ created: 2 })
  const sent = await invitations()
  expect(sent.map(each => [each.email, each.type, each.name]).toSorted()).toEqual([
    ['ana@nimbus.example', 'PROVIDER', 'Nimbus Cloud, S.A.'],
    ['info@cirrus.example', 'PROVIDER', 'Cirrus GmbH'],
  ])
  const begun = await portal.app.db
    .selectFrom('participant')
    .select(['name', 'cif'])
    .where(
      'id',
      'in',
      sent.map(({ idGenericEntity }) => idGenericEntity),
    )
    .orderBy('cif')
    .execute()
  expect(begun).toEqual([
    { name: 'Nimbus Cloud, S.A.', cif: 'A58818501' },
    { name: 'Cirrus GmbH', cif: 'N0012345E' },
  ])
  const mails = (await portal.mails()).filter(({ to }) => to.endsWith('us.example'))
  expect(mails).toHaveLength(2)
  // The same sheet again is refused: no one is invited twice.
  expect((await send(cci, [NIMBUS, CIRRUS])).problem.code).toBe('importConflict')
  const template = await cci.call(providerTemplate, { query: { format: 'csv' } })
  expect(template.status).toBe(200)
})
