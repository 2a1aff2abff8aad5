import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  countDeliveries,
  countInvitations,
  entityTemplate,
  importEntities,
  invitePreloaded,
  listInvitations,
  previewEntities,
} from '#domain/invitation/contract.ts'
import { entityPreload } from '#domain/invitation/entity-preload.ts'
import { PREVIEW_MAX } from '#domain/invitation/preload.ts'
import { readPreloadRows } from '#server/platform/spreadsheet/preload-sheet.ts'
import { inviting } from '#test/support/invitations.ts'
import { passwordIn } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const fixtures = join(import.meta.dirname, '../../../test/fixtures/entities')

let portal: TestPortal
let centre: Caller
beforeAll(async () => {
  portal = await startTestPortal({ seed: 'centre' })
  centre = await portal.signIn('cci@almotacen.example')
})
afterAll(() => portal.stop())
beforeEach(async () => {
  await portal.app.db.deleteFrom('sign_in_attempt').execute()
  // Mails of the same instant have no order.
  portal.clock.move(1)
})

const { change, counts, enter, mailsTo } = inviting(
  () => portal,
  () => centre,
)

describe('the mass preload', () => {
  const upload = async (name: string, headers?: Record<string, string>, as = name) =>
    centre.call(importEntities, {
      files: { file: { name: as, content: await readFile(join(fixtures, name)) } },
      headers,
    })
  const uploadText = (lines: string[]) =>
    centre.call(importEntities, { files: { file: { name: 'a.csv', content: lines.join('\r\n') } } })
  const heading = 'Nombre;Código NRBE;Persona de contacto;Correo electrónico'

  /** Withdraws everything that an import created, so that the same file can be imported again. */
  async function withdrawAll() {
    const query = { status: 'PENDING', type: 'ENTITY', size: 1000 } as const
    for (const { id } of (await centre.call(listInvitations, { query })).body.content) await change(id, 'REJECTED')
  }
  /** A call's temporary files are deleted after its answer. */
  const leftovers = () => readdir(join(portal.app.settings.dataDir, 'files/incoming'))

  test.each([
    'entidades.xlsx',
    'entidades.ods',
    'entidades.csv',
    'entidades-coma.csv',
    'entidades-ceros-perdidos.xlsx',
  ])('API-43 INV-08: %s invites its 16 entities, each with its mail', async name => {
    await withdrawAll()
    const before = await counts()
    expect(await upload(name)).toMatchObject({ status: 201, body: { created: 16 } })
    const after = await counts()
    expect(after.invitations).toBe(before.invitations! + 16)
    expect(after.participants).toBe(before.participants! + 16)
    const [mail] = (await mailsTo('maria.ibanez@santander.example')).slice(-1)
    expect(mail!.text).toContain('Hola, María Ibáñez Peña:')
    const list = await centre.call(listInvitations, { query: { email: 'maria.ibanez@santander.example' } })
    expect(list.body.content[0]).toMatchObject({ name: 'Banco Santander, S.A.', codNRBE: '0049', status: 'PENDING' })
  })

  test('API-43: its one-time passwords open', async () => {
    const mails = await mailsTo('maria.ibanez@santander.example')
    const opened = await Promise.all(mails.map(mail => enter('maria.ibanez@santander.example', passwordIn(mail))))
    expect(opened.filter(answer => answer.status === 200)).toHaveLength(1)
  })

  test('API-43 ERR-05: names existing values row by row, and creates nothing', async () => {
    const before = await counts()
    const answer = await upload('entidades.xlsx')
    expect(answer.problem).toMatchObject({
      status: 409,
      code: 'importConflict',
      detail: 'Error en la generación de invitaciones. Por favor, revise la plantilla.',
    })
    expect(answer.problem.rows).toHaveLength(32)
    expect((answer.problem.rows as unknown[]).slice(0, 2)).toEqual([
      { line: 2, column: 'codNRBE', message: expect.stringContaining('Fila 2, «Código NRBE»: ya hay una entidad') },
      { line: 2, column: 'email', message: expect.stringContaining('ya tiene una invitación a Almotacén') },
    ])
    expect(await counts()).toEqual(before)
  })

  test('API-43 ERR-05: wrong rows are named one by one, with those that conflict, and nothing is made', async () => {
    const before = await counts()
    const answer = await upload('entidades-con-errores.xlsx')
    expect(answer.problem).toMatchObject({ status: 400, code: 'importWrong' })
    const { rows: valid, errors } = await readPreloadRows(
      entityPreload,
      { path: join(fixtures, 'entidades-con-errores.xlsx'), name: 'entidades-con-errores.xlsx' },
      portal.app.settings,
    )
    const rows = answer.problem.rows as { line: number; column: string; message: string }[]
    for (const error of errors) expect(rows).toContainEqual(error)
    expect(rows.length).toBeGreaterThan(errors.length)
    for (const { line } of valid) expect(rows.some(row => row.line === line)).toBe(true)
    expect(rows.map(row => row.line)).toEqual(rows.map(row => row.line).sort((a, b) => a - b))
    expect(await counts()).toEqual(before)
  })

  test('API-43 ERR-05: a sheet without a valid row reports all its faults, and creates nothing', async () => {
    const before = await counts()
    const messages = async (lines: string[]) =>
      ((await uploadText(lines)).problem.rows as { message: string }[]).map(({ message }) => message)
    const title = ['Entidades de 2026', 'Nombre', 'Banco Uno;0049;Ana;ana@uno.example']
    const missing = await messages(title)
    expect(missing).toHaveLength(4)
    for (const message of missing)
      expect(message).toMatch(/^Fila 1: falta la columna «.+». Añádala o use la plantilla.$/)
    const long = 'x'.repeat(80)
    expect(await messages([heading, `Banco Uno;${long};Ana;ana@uno.example`])).toEqual([
      expect.stringContaining(`«${'x'.repeat(60)}…» no es un código NRBE`),
    ])
    expect(await counts()).toEqual(before)
  })

  test('ERR-04 API-43: another extension is refused as such, whatever is inside', async () => {
    for (const [name, as] of [
      ['entidades.pdf', 'entidades.pdf'],
      ['entidades.xlsx', 'entidades.exe'],
      ['entidades.csv', 'sin-extension'],
    ] as const) {
      const answer = await upload(name, undefined, as)
      expect(answer.problem).toMatchObject({ status: 415, detail: 'Extensión de archivo no válida.' })
    }
  })

  test('ERR-05 API-43: an empty, unreadable, missing or unexpected file is refused and says why', async () => {
    expect((await upload('vacio.xlsx')).problem).toMatchObject({
      code: 'importWrong',
      fields: { file: expect.stringContaining('no contiene ninguna fila') },
    })
    expect((await upload('entidades.pdf', undefined, 'roto.ods')).problem.code).toMatch(/^import/)
    const content = 'esto no es un xlsx'
    const broken = await centre.call(importEntities, { files: { file: { name: 'a.xlsx', content } } })
    expect(broken.problem).toMatchObject({
      code: 'importWrong',
      fields: { file: expect.stringContaining('no se puede leer') },
    })
    const zero = await centre.call(importEntities, { files: { file: { name: 'a.csv', content: '' } } })
    expect(zero.problem).toMatchObject({ status: 400, code: 'fileMissing' })
    expect((await centre.call(importEntities, { files: {} })).problem.status).toBe(400)
    const other = await centre.call(importEntities, { files: { otro: { name: 'a.csv', content: heading } } })
    expect(other.problem.code).toBe('unknownField')
  })

  test('API-43: one of several simultaneous imports of a sheet succeeds, and a repeated key has one answer', async () => {
    const lines = [
      heading,
      ...Array.from({ length: 12 }, (_, n) => `Banco ${n};${9000 + n};Persona;masiva${n}@banco.example`),
    ]
    const before = await counts()
    const answers = await Promise.all(Array.from({ length: 4 }, () => uploadText(lines)))
    expect(answers.filter(answer => answer.status === 201)).toHaveLength(1)
    expect(answers.filter(answer => answer.status === 409)).toHaveLength(3)
    expect((await counts()).invitations).toBe(before.invitations! + 12)
    await withdrawAll()
    const keyed = await Promise.all(
      Array.from({ length: 4 }, () => upload('entidades.xlsx', { 'idempotency-key': 'importar-1' })),
    )
    for (const answer of keyed) expect(answer).toMatchObject({ status: 201, body: { created: 16 } })
    const reused = await upload('entidades.csv', { 'idempotency-key': 'importar-1' })
    expect(reused.problem.code).toBe('keyReused')
  })

  test('API-43: 200 entities are invited while the portal answers others', async () => {
    const lines = [
      heading,
      ...Array.from({ length: 200 }, (_, n) => `Caja ${n};${5000 + n};Persona;caja${n}@caja.example`),
    ]
    // Holds the import in its transaction.
    const held = await portal.app.db.startTransaction().execute()
    await sql`lock table invitation in share row exclusive mode`.execute(held)
    const importing = uploadText(lines)
    const waiting = `select from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
    await expect.poll(async () => (await portal.asOwner(waiting)).length).toBe(1)
    expect((await centre.call(countInvitations)).status).toBe(200)
    await held.commit().execute()
    expect(await importing).toMatchObject({ status: 201, body: { created: 200 } })
  })

  test('API-43: 500 entities are invited and 501 are refused, and no temporary file is left by any import', async () => {
    const lines = [heading, ...Array.from({ length: 501 }, (_, n) => `Mil ${n};${8000 + n};P;mil${n}@mil.example`)]
    const before = await counts()
    expect((await uploadText(lines)).problem).toMatchObject({
      code: 'importWrong',
      fields: { file: expect.stringContaining('se admiten 500') },
    })
    expect(await counts()).toEqual(before)
    expect(await uploadText(lines.slice(0, 501))).toMatchObject({ status: 201, body: { created: 500 } })
    await expect.poll(leftovers).toEqual([])
  })

  test('API-43 INV-02: a preview shows every row and what exists, and sends no invitation', async () => {
    const before = await counts()
    const answer = await centre.call(previewEntities, {
      files: {
        file: {
          name: 'a.csv',
          content: [heading, 'Mil;8000;P;NUEVO@mil.example', ';x;P;mil1@mil.example'].join('\r\n'),
        },
      },
    })
    expect(answer).toMatchObject({ status: 200, body: { taken: { email: ['mil1@mil.example'], codNRBE: ['8000'] } } })
    expect(answer.body.rows.slice(0, 2)).toEqual([
      { line: 2, name: 'Mil', codNRBE: '8000', contactPerson: 'P', email: 'nuevo@mil.example' },
      { line: 3, name: '', codNRBE: 'x', contactPerson: 'P', email: 'mil1@mil.example' },
    ])
    expect(await counts()).toEqual(before)
    const many = Array.from({ length: PREVIEW_MAX + 1 }, (_, n) => `Mil ${n};${n};P;mil${n}@mil.example`)
    const refused = await centre.call(previewEntities, {
      files: { file: { name: 'a.csv', content: [heading, ...many].join('\r\n') } },
    })
    expect(refused.problem.fields).toEqual({ file: expect.stringContaining(`se admiten ${PREVIEW_MAX}`) })
    await expect.poll(leftovers).toEqual([])
  })

  test('API-43 INV-02: reviewed rows are imported all or none, and report their mails', async () => {
    const rows = [1, 2].map(n => ({
      line: n + 1,
      name: `Fila ${n}`,
      codNRBE: `${9700 + n}`,
      contactPerson: 'Ana Gil',
      email: `Fila${n}@fila.example`,
    }))
    const before = await counts()
    const send = (sent: typeof rows, key = '') =>
      centre.call(invitePreloaded, { body: { rows: sent }, headers: key ? { 'idempotency-key': key } : undefined })
    const wrong = await send([rows[0]!, { ...rows[1]!, codNRBE: '49', email: 'fila1@fila.example' }])
    expect(wrong.problem).toMatchObject({
      status: 400,
      code: 'importWrong',
      rows: [{ line: 3, column: 'email', message: expect.stringContaining('Filas 2 y 3') }],
    })
    expect(await counts()).toEqual(before)
    const [sent, again] = [await send(rows, 'filas-1'), await send(rows, 'filas-1')]
    expect(sent).toMatchObject({ status: 201, body: { created: 2 } })
    expect(again.body).toEqual(sent.body)
    expect((await counts()).invitations).toBe(before.invitations! + 2)
    expect((await send(rows)).problem).toMatchObject({ status: 409, code: 'importConflict' })
    const deliveries = async () => (await centre.call(countDeliveries, { query: { sentAt: sent.body.sentAt } })).body
    const mails = portal.app.db
      .updateTable('outbox_mail')
      .where('recipient', 'in', ['fila1@fila.example', 'fila2@fila.example'])
    await mails.set({ sent_at: null, next_attempt_at: '2100-01-01T00:00:00Z' }).execute()
    expect(await deliveries()).toEqual({ waiting: 2, failed: [] })
    await mails
      .where('recipient', '=', 'fila1@fila.example')
      .set({ refused: true, given_up_at: sent.body.sentAt, told_at: sent.body.sentAt, last_error: '550 unknown' })
      .execute()
    expect(await deliveries()).toEqual({
      waiting: 1,
      failed: [{ email: 'fila1@fila.example', name: 'Fila 1', refused: true, reason: '550 unknown' }],
    })
  })

  test.each(['xlsx', 'csv'] as const)(
    'API-43: the template as .%s is a download that the import understands',
    async format => {
      const answer = await centre.call(entityTemplate, { query: { format } })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-disposition')).toContain(`filename="plantilla-entidades.${format}"`)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(Number(answer.headers.get('content-length'))).toBe((answer.body as Buffer).length)
      const refused = await centre.call(importEntities, {
        files: { file: { name: `plantilla.${format}`, content: answer.body as Buffer } },
      })
      // The file contains only the example row, which is skipped.
      expect(refused.problem).toMatchObject({
        code: 'importWrong',
        fields: { file: expect.stringContaining('ninguna fila') },
      })
    },
  )
})
