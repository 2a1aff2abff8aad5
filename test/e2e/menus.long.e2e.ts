import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage } from '#test/support/browser.ts'
import { openStage } from '#test/support/browser.ts'
import { freshRequest } from '#test/support/documents.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let stage: Stage
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

/** The entries of the specification (LAYOUT-21 to LAYOUT-29), and those that stand before or after them. */
const menus = {
  cci: [
    ['Gestión de usuarios', 'Incidencias', 'Participantes', 'Configuración Sistema', 'Invitaciones', 'Estadísticas'],
    ['Cola de verificación', 'Hallazgos', 'Aclaraciones', 'Sector'],
  ],
  proveedor: [
    ['Inicio', 'Gestión de usuarios', 'Incidencias', 'Envío informe de auditoría'],
    ['Hallazgos y aclaraciones', 'Datos para sus clientes'],
  ],
  evaluador: [
    ['Inicio', 'Gestión de usuarios'],
    ['Evaluaciones', 'Independencia', 'Hallazgos', 'Aclaraciones'],
  ],
  entidad: [
    ['Inicio', 'Gestión de usuarios', 'Incidencias'],
    ['Comunicados', 'Niveles exigidos', 'Registro DORA', 'Expedientes', 'Más'],
  ],
} as const

test.each(Object.entries(menus))(
  'BASE-09 EXP-10: the menu of %s keeps the order of the specification’s entries, and each leads where it may go',
  async (name, [specified, added]) => {
    const visitor = await stage.visitor()
    await visitor.signIn(`${name}@almotacen.example`)
    await visitor.open('/')
    const { page } = visitor
    const menu = page.getByRole('navigation', { name: 'Menú principal' })
    await menu.getByText(specified[0]!).waitFor()
    const groups = menu.getByRole('button', { expanded: false })
    for (let left = await groups.count(); left > 0; left = await groups.count()) await groups.first().press('Enter')
    const top = await menu
      .locator('ul')
      .first()
      .locator('> li')
      .evaluateAll(items => items.map(item => item.querySelector('a span, button span')!.textContent!.trim()))
    const [known, others]: [readonly string[], readonly string[]] = [specified, added]
    expect(top.filter(label => known.includes(label))).toEqual(known)
    expect(top.filter(label => !known.includes(label))).toEqual(others)
    const hrefs = await menu.getByRole('link').evaluateAll(links => links.map(link => link.getAttribute('href')!))
    expect(hrefs.length).toBeGreaterThanOrEqual(specified.length)
    for (const href of hrefs) {
      await visitor.visit(href)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.getByRole('heading', { name: 'No tiene acceso a esta pantalla' }).count(), href).toBe(0)
    }
    await visitor.close()
  },
)

test('EXP-10: the menu counts what waits; the evaluator’s declarations are a screen of their own, those to make first', async () => {
  const [cci, provider, evaluator] = await Promise.all(
    ['cci', 'proveedor', 'somport'].map(name => portal.signIn(`${name}@almotacen.example`)),
  )
  await freshRequest(cci!, provider!, evaluator!)
  const visitor = await stage.visitor()
  await visitor.signIn('somport@almotacen.example')
  const { page } = visitor
  await visitor.open('/')
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  const entry = menu.getByRole('link', { name: /^Independencia \d+$/ })
  await entry.waitFor()
  const waiting = Number(/\d+/.exec((await entry.textContent())!)![0])
  expect(waiting).toBeGreaterThan(0)
  await entry.click()
  await page.getByRole('heading', { level: 1, name: 'Independencia' }).waitFor()
  const table = page.getByRole('table', { name: 'Independencia' })
  const open = table.getByRole('link', { name: /^Declarar/ })
  await open.first().waitFor()
  expect(await open.count()).toBe(waiting)
  // Those to make come first.
  const acts = await table.getByRole('link').allTextContents()
  expect(acts.slice(0, waiting).every(text => text.startsWith('Declarar'))).toBe(true)
  await visitor.checkAccessible()
  await open.first().click()
  await page.getByRole('heading', { level: 1, name: 'Declaración de independencia' }).waitFor()
  await visitor.close()
})
