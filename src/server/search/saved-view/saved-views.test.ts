import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeView, listSavedViews, removeView, saveView } from '#domain/search/saved-view/contract.ts'
import { SAVED_VIEWS_MAX } from '#domain/search/saved-view/saved-view.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let cci: Caller
let colleague: Caller
beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
  colleague = await portal.signIn('cci2@almotacen.example')
})
afterAll(() => portal.stop())

const view = { name: 'Informes tardíos', path: '/provider', search: 'q-kind=report' }
const namesOf = async (caller: Caller) =>
  (await caller.call(listSavedViews)).body.views.map((each: { name: string; pinned: boolean }) => [
    each.name,
    each.pinned,
  ])

test('a user saves, renames, pins and removes a view, which a colleague neither sees nor changes', async () => {
  const { body, status } = await cci.call(saveView, { body: view })
  expect([status, body]).toEqual([201, { ...view, id: body.id, pinned: false, shared: false, alert: false, by: null }])
  const params = { id: body.id }
  expect(await namesOf(colleague)).toEqual([])
  expect((await colleague.call(changeView, { params, body: { name: 'Ajena' } })).status).toBe(404)
  expect((await colleague.call(removeView, { params })).status).toBe(404)
  expect((await cci.call(changeView, { params, body: { name: 'Ávila' } })).body.name).toBe('Ávila')
  expect((await cci.call(changeView, { params, body: { pinned: true } })).status).toBe(200)
  expect((await cci.call(saveView, { body: { ...view, name: 'Banco' } })).status).toBe(201)
  expect(await namesOf(cci)).toEqual([
    ['Ávila', true],
    ['Banco', false],
  ])
  expect((await cci.call(removeView, { params })).status).toBe(204)
  expect(await namesOf(cci)).toEqual([['Banco', false]])
})

test('ALERT-08: view names are unique and their number is limited, also for simultaneous calls', async () => {
  const named = (index: number) => colleague.call(saveView, { body: { ...view, name: `Vista ${index}` } })
  const twice = await Promise.all([named(0), named(0)])
  expect(twice.map(({ status, problem }) => problem?.code ?? status).sort()).toEqual([201, 'savedViewExists'])
  const other = await colleague.call(saveView, { body: { ...view, name: 'Otra' } })
  const taken = await colleague.call(changeView, { params: { id: other.body.id }, body: { name: 'Vista 0' } })
  expect([taken.status, taken.problem.code]).toEqual([409, 'savedViewExists'])
  for (let index = 1; index < SAVED_VIEWS_MAX - 2; index++) expect((await named(index)).status).toBe(201)
  const last = await Promise.all([named(100), named(101)])
  expect(last.map(({ status, problem }) => problem?.code ?? status).sort()).toEqual([201, 'savedViewsFull'])
  expect(await namesOf(colleague)).toHaveLength(SAVED_VIEWS_MAX)
})

test('ALERT-08: a filter that a list does not have is refused, and so is a page without a list', async () => {
  const save = (path: string, search: string) =>
    cci.call(saveView, { body: { name: `${path} ${search}`, path, search } })
  const lists = ['/notifications', '/incidences', '/bulletins', '/reliance', '/concentration', '/access-invitation']
  for (const path of lists) {
    const { status, problem } = await save(path, 'color=rojo')
    expect([status, problem.fields]).toEqual([400, { search: 'Esta lista no tiene este filtro: «color».' }])
  }
  const nowhere = await save('/no-existe', '')
  expect([nowhere.status, nowhere.problem.fields]).toEqual([400, { path: 'Esta página no tiene vistas guardadas.' }])
  expect((await save('/bulletins', 'severity=HIGH&sort=provider%2Casc')).status).toBe(201)
})

test('the audit log holds no name of a view', async () => {
  const entries = await portal.app.db.selectFrom('trail').selectAll().execute()
  expect(JSON.stringify(entries)).not.toMatch(/Informes tardíos|Vista 0/)
})
