import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  countDeliveries,
  importProviders,
  invitePreloadedProviders,
  listInvitations,
  previewProviders,
  providerTemplate,
} from '#domain/invitation/contract.ts'
import { providerPreload } from '#domain/invitation/provider-preload.ts'
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
  const { name, cif, email } = providerPreload.example
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

test('EXP-29: a preview shows every row, right or wrong, and what exists, and invites no provider', async () => {
  const before = await invitations()
  const preview = (content: string, name = 'proveedores.csv') =>
    cci.call(previewProviders, { body: {}, files: { file: { name, content } } })
  // The same company with the other control character, and a company of another spelling.
  const answer = await preview(
    ['CIF;Nombre;Correo', 'A-58.818.501;Nimbus;OTRA@nimbus.example', 'x;;info@cirrus.example'].join('\r\n'),
  )
  expect(answer).toMatchObject({ status: 200, body: { taken: { email: ['info@cirrus.example'], cif: ['A5881850'] } } })
  expect(answer.body.rows).toEqual([
    { line: 2, name: 'Nimbus', cif: 'A58818501', email: 'otra@nimbus.example' },
    { line: 3, name: '', cif: 'X', email: 'info@cirrus.example' },
  ])
  expect(await invitations()).toEqual(before)
  expect((await preview('Nombre;Correo\r\nUno;uno@uno.example')).problem).toMatchObject({
    code: 'importWrong',
    rows: [{ line: 1, column: 'cif', message: expect.stringContaining('falta la columna «CIF»') }],
  })
  expect((await preview('x', 'lista.txt')).problem.code).toBe('importExtension')
})

test('EXP-29: reviewed rows are invited all or none, once, and report their mails', async () => {
  const rows = [
    { line: 2, name: 'Estrato, S.L.', cif: 'B-12345674', email: 'Hola@estratus.example' },
    { line: 5, name: 'Cúmulo, S.C.', cif: 'F04743175', email: 'hola@cumulus.example' },
  ]
  const rowsSent = (sent: typeof rows, key?: string) =>
    cci.call(invitePreloadedProviders, { body: { rows: sent }, headers: key ? { 'idempotency-key': key } : undefined })
  const before = await invitations()
  const wrong = await rowsSent([rows[0]!, { ...rows[1]!, cif: 'B12345674' }])
  expect(wrong.problem).toMatchObject({
    code: 'importWrong',
    rows: [{ line: 5, column: 'cif', message: expect.stringContaining('Filas 2 y 5: el CIF B12345674 está repetido') }],
  })
  expect(await invitations()).toEqual(before)
  const [sent, again] = [await rowsSent(rows, 'proveedores-1'), await rowsSent(rows, 'proveedores-1')]
  expect(sent).toMatchObject({ status: 201, body: { created: 2 } })
  expect(again.body).toEqual(sent.body)
  expect((await invitations()).length).toBe(before.length + 2)
  // The same company by its other control character.
  const other = await rowsSent([{ ...rows[1]!, cif: 'F0474317E', email: 'otra@cumulus.example' }])
  expect(other.problem).toMatchObject({ status: 409, code: 'importConflict', rows: [{ line: 5, column: 'cif' }] })
  await portal.mails()
  const query = { sentAt: sent.body.sentAt, type: 'PROVIDER' } as const
  expect((await ok(cci.call(countDeliveries, { query }))).failed).toEqual([])
  expect(
    (await (await portal.signIn('proveedor@almotacen.example')).call(invitePreloadedProviders, { body: { rows } }))
      .status,
  ).toBe(403)
})
