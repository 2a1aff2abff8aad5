import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteUser } from '#domain/identity/user/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { changeView, listSavedViews, saveView } from '#domain/search/saved-view/contract.ts'
import { announceMatches } from '#server/search/saved-view/alerts.ts'
import { type Acting, startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { address, mailsTo } from '#test/support/mails.ts'
import type { Caller } from '#test/support/portal.ts'
import { rated } from '#test/support/uses.ts'

/* Searches that are shared, that tell of new rows, and that outlive their user. */

let acting: Acting
let colleague: Caller
beforeAll(async () => {
  acting = await startActing()
  colleague = await acting.portal.signIn(address('entidad2'))
})
afterAll(() => acting.portal.stop())

const search = { name: 'Calificados', path: '/provider', search: 'sort=provider%2Casc&status=QUALIFIED' }
const viewsOf = async (caller: Caller) =>
  (await ok(caller.call(listSavedViews))).views.map(({ name, by, shared, alert }: Record<string, unknown>) => ({
    name,
    by,
    shared,
    alert,
  }))
const at = async (instant: string) => {
  acting.portal.clock.set(instant)
  for (const [user, name] of [
    ['cci', 'cci'],
    ['bank', 'entidad'],
    ['provider', 'proveedor'],
    ['evaluator', 'somport'],
  ] as const) {
    Object.assign(acting, { [user]: await acting.portal.signIn(address(name)) })
  }
  colleague = await acting.portal.signIn(address('entidad2'))
}
const matches = async (caller: Caller) => {
  const { content } = await ok(caller.call(listNotifications, { query: { size: 200 } }))
  return content.filter(({ type }: { type: string }) => type === 'SEARCH_MATCHES')
}

test('ALERT-08: a search is seen by its organisation once shared, and a filter that the list lacks is refused by name', async () => {
  const { bank, cci } = acting
  const { id } = await ok(bank.call(saveView, { body: search }))
  expect(await viewsOf(colleague)).toEqual([])
  await ok(bank.call(changeView, { params: { id }, body: { shared: true } }))
  expect(await viewsOf(colleague)).toEqual([{ name: 'Calificados', by: bank.me.name, shared: true, alert: false }])
  expect(await viewsOf(bank)).toEqual([{ name: 'Calificados', by: null, shared: true, alert: false }])
  expect(await viewsOf(cci)).toEqual([])
  expect((await colleague.call(changeView, { params: { id }, body: { shared: false } })).status).toBe(404)

  const wrong = { ...search, name: 'Otra', search: 'status=QUALIFIED&color=rojo&row=1' }
  const refused = await bank.call(saveView, { body: wrong })
  expect([refused.status, refused.problem.fields]).toEqual([
    400,
    { search: 'Esta lista no tiene este filtro: «color», «row».' },
  ])
  const elsewhere = { ...search, name: 'Avisos', path: '/notifications', search: '', alert: true }
  expect((await bank.call(saveView, { body: elsewhere })).problem.fields).toEqual({
    alert: 'Esta lista no avisa de filas nuevas.',
  })
})

test('ALERT-10: an alert notifies its owner alone, once a day, of the number of new rows', async () => {
  const { bank, portal } = acting
  await ok(bank.call(saveView, { body: { ...search, name: 'Vigilada', shared: true, alert: true } }))
  await ok(bank.call(saveView, { body: { ...search, name: 'Nadie', search: 'provider=nadie', alert: true } }))
  await rated(acting, 'A/A/A')
  await rated(acting, 'A/B/A')
  await announceMatches(portal.app)
  expect(await matches(acting.bank)).toEqual([])

  await at('2026-11-25T05:59:00.000Z')
  await announceMatches(portal.app)
  expect(await matches(acting.bank)).toEqual([])
  await at('2026-11-25T06:00:00.000Z')
  await Promise.all([announceMatches(portal.app), announceMatches(portal.app)])
  const [notice, ...more] = await matches(acting.bank)
  expect(more).toEqual([])
  expect(notice).toMatchObject({
    message: 'Su búsqueda «Vigilada» tiene 2 filas nuevas.',
    info: { list: '/provider?sort=provider%2Casc&status=QUALIFIED' },
  })
  expect(await matches(colleague)).toEqual([])
  const [mail] = (await mailsTo(portal, address('entidad'))).filter(({ text }) => text.includes('filas nuevas'))
  expect(mail!.text).toContain('/provider?sort=provider%2Casc&status=QUALIFIED')

  await rated(acting, 'B/B/B')
  await announceMatches(portal.app)
  expect(await matches(acting.bank)).toHaveLength(1)
  await at('2026-11-26T08:00:00.000Z')
  await announceMatches(portal.app)
  expect((await matches(acting.bank)).map(({ message }: { message: string }) => message)).toContain(
    'Su búsqueda «Vigilada» tiene una fila nueva.',
  )
  await at('2026-11-27T08:00:00.000Z')
  await announceMatches(portal.app)
  expect(await matches(acting.bank)).toHaveLength(2)
  const trail = await portal.app.db.selectFrom('trail').selectAll().where('object_kind', '=', 'saved-view').execute()
  expect(JSON.stringify(trail)).not.toMatch(/Vigilada|QUALIFIED/)
})

test('ALERT-10: the searches of a bank that was deleted are left alone', async () => {
  const { cci, portal } = acting
  const gone = await portal.signIn('externalizacion@santander.example')
  const { id } = await ok(gone.call(saveView, { body: { ...search, name: 'De quien se fue', alert: true } }))
  await ok(cci.call(deleteParticipant, { body: { idGenericEntity: gone.me.idGenericEntity } }))
  await at('2026-11-28T08:00:00.000Z')
  await announceMatches(portal.app)
  const looked = await portal.app.db
    .selectFrom('saved_view')
    .select('looked_on')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(looked.looked_on).toBe('2026-11-27')
})

test('ALERT-11: when a user leaves, its shared views go to the principal user, and the others are deleted', async () => {
  await ok(colleague.call(saveView, { body: { ...search, name: 'Calificados', shared: true } }))
  await ok(colleague.call(saveView, { body: { ...search, name: 'De equipo', shared: true, alert: true } }))
  await ok(colleague.call(saveView, { body: { ...search, name: 'Propia' } }))
  await ok(acting.bank.call(deleteUser, { body: { id: colleague.me.userId } }))
  const names = (await viewsOf(acting.bank)).map(({ name }: { name: string }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['Calificados', expect.stringMatching(/^Calificados \(\w{4}\)$/), 'De equipo']),
  )
  expect(names).not.toContain('Propia')
  expect((await viewsOf(acting.bank)).find(({ name }: { name: string }) => name === 'De equipo')).toEqual({
    name: 'De equipo',
    by: null,
    shared: true,
    alert: false,
  })
  const left = await acting.portal.app.db
    .selectFrom('saved_view')
    .select('id')
    .where('user_id', '=', colleague.me.userId)
    .execute()
  expect(left).toEqual([])
})
