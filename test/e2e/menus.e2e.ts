import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage } from '#test/support/browser.ts'
import { openStage } from '#test/support/browser.ts'
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

/** The entries of the specification (LAYOUT-21 to LAYOUT-29), and those that may stand after them. */
const menus = {
  cci: [
    ['Gestión de usuarios', 'Incidencias', 'Participantes', 'Configuración Sistema', 'Invitaciones', 'Estadísticas'],
    ['Sector'],
  ],
  proveedor: [['Inicio', 'Gestión de usuarios', 'Incidencias', 'Envío informe de auditoría'], ['Seguimiento']],
  evaluador: [['Inicio', 'Gestión de usuarios'], ['Evaluaciones']],
  entidad: [['Inicio', 'Gestión de usuarios', 'Incidencias'], ['Supervisión']],
} as const

test.each(Object.entries(menus))(
  'BASE-09: new entries of the menu of %s stand after the specification’s, and each leads where it may go',
  async (name, [specified, added]) => {
    const visitor = await stage.visitor()
    await visitor.signIn(`${name}@almotacen.example`)
    await visitor.goto('/')
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
    expect(top.slice(0, specified.length)).toEqual(specified)
    for (const label of top.slice(specified.length)) expect(added).toContain(label)
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
