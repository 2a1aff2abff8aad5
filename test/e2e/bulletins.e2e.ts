import { afterAll, beforeAll, expect } from 'vitest'
import { publishBulletin, readBulletin } from '#domain/incident/bulletin/contract.ts'
import { listScores, reviewScore } from '#domain/report-request/score/contract.ts'
import { listUses } from '#domain/supervision/use/contract.ts'
import { ok } from '#test/support/answers.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pathOf, rowOf, says } from '#test/support/browser.ts'
import { servicesOf } from '#test/support/documents.ts'
import { opened } from '#test/support/incidents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { expectSound, expectSoundInDark } from '#test/support/states.ts'
import { steps } from '#test/support/steps.ts'
import { declared } from '#test/support/uses.ts'

/* An incident from the provider's words to the bank's acknowledgement, and a rating under review. */

const PROPOSED = 'La valija de hoy sale con dos horas de retraso.'
const PUBLISHED = 'El transporte de valija sale hoy con dos horas de retraso.'

let portal: TestPortal
let stage: Stage
let cci: Visitor
let provider: Visitor
let bank: Visitor
let centre: Caller
let caller: Caller
let incident: { id: string; providerId: string }

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  centre = await portal.signIn('cci@almotacen.example')
  caller = await portal.signIn('entidad@almotacen.example')
  const tramontana = await portal.signIn('proveedor@almotacen.example')
  const services = await servicesOf(portal)
  const providerId = tramontana.me.idGenericEntity
  await declared(caller, { providerId, serviceId: services.get('Custodia documental')! })
  incident = await opened(centre, tramontana)
  const earlier = await opened(centre, tramontana)
  const body = { phase: 'INITIAL', severity: 'LOW', text: 'Un retraso de la semana pasada.' } as const
  await ok(centre.call(publishBulletin, { params: { id: earlier.id }, body }))
  stage = await openStage(portal)
  ;({ cci, proveedor: provider, entidad: bank } = await stage.people(['cci', 'proveedor', 'entidad']))
}, 120_000)
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const step = steps()
const pathOfIncident = (mode: 'r' | 'w') => `/incidences/open-incidence/${incident.providerId}-${incident.id}-${mode}`

step('AFFECT-07: the provider proposes a text in its incident', async () => {
  const { page } = provider
  await provider.open(pathOfIncident('r'))
  await page.getByRole('button', { name: 'Proponer un comunicado' }).click()
  const dialog = page.getByRole('dialog', { name: 'Proponer un comunicado' })
  await dialog.getByRole('textbox', { name: 'Texto propuesto' }).fill(PROPOSED)
  await provider.checkAccessible()
  await dialog.getByRole('button', { name: 'Enviar al CCI' }).click()
  await page.getByText(`«${PROPOSED}»`).waitFor()
})

step('AFFECT-01 AFFECT-03: CCI says more of the incident, and tells the banks in its own words', async () => {
  const { page } = cci
  await cci.open(pathOfIncident('w'))
  await page.getByRole('combobox', { name: 'Gravedad' }).click()
  await page.getByRole('option', { name: 'Alta' }).click()
  await page.getByRole('textbox', { name: 'Inicio', exact: true }).fill('20/11/2026')
  await page.getByRole('textbox', { name: 'Hora: Inicio' }).fill('09:00')
  await page.getByRole('button', { name: 'Modificar' }).click()
  await says(cci, 'Incidencia guardada')
  await expectSound(cci, 'incident')
  await page.getByRole('button', { name: 'Avisar a las entidades' }).click()
  const dialog = page.getByRole('dialog', { name: 'Avisar a las entidades' })
  const text = dialog.getByRole('textbox', { name: 'Comunicado' })
  await expect.poll(() => text.inputValue()).toBe(PROPOSED)
  await text.fill(PUBLISHED)
  await dialog.getByText('Llegará a menos de 5 entidades.').waitFor()
  await cci.checkAccessible()
  await dialog.getByRole('button', { name: 'Publicar comunicado' }).click()
  await page.getByText('Entidades avisadas: menos de 5. Han acusado recibo: menos de 5.').waitFor()
  // It is closed once its final bulletin is published.
  await page.getByRole('combobox', { name: 'Estado' }).click()
  await page.getByRole('option', { name: 'Cerrada' }).click()
  await says(cci, 'Publique el comunicado final antes de cerrar la incidencia.')
})

step(
  'AFFECT-08 AFFECT-16: the bank reads each incident in order, unanswered ones first, and acknowledges',
  async () => {
    const { page } = bank
    await bank.open('/bulletins')
    await says(bank, '1–2 de 2')
    await expectSound(bank, 'bulletins')
    await expectSoundInDark(bank)
    await rowOf(page, 'semana pasada')
      .getByRole('button', { name: /^Acusar recibo/ })
      .click()
    const earlier = page.getByRole('dialog', { name: 'Comunicado 1: inicial' })
    await earlier.getByRole('button', { name: 'Acusar recibo' }).click()
    await earlier.getByText('Elija el impacto').waitFor()
    await earlier.getByRole('radio', { name: 'Ninguno' }).check()
    await earlier.getByRole('button', { name: 'Acusar recibo' }).click()
    await earlier.waitFor({ state: 'hidden' })
    await rowOf(page, 'semana pasada').getByText('Impacto: ninguno').waitFor()
    // What waits stands above what was acknowledged.
    const texts = await page.getByRole('table', { name: 'Comunicados' }).getByRole('row').allInnerTexts()
    expect(texts.slice(1).map(text => text.includes(PUBLISHED))).toEqual([true, false])
    await page.getByRole('button', { name: 'Por acusar' }).click()
    await says(bank, '1 de 1 comunicado')
    await rowOf(page, PUBLISHED)
      .getByRole('button', { name: /^Acusar recibo/ })
      .press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Comunicado 1: inicial' })
    await dialog.getByText('El CCI ve que su entidad ha acusado recibo.').waitFor()
    await bank.checkAccessible()
    await dialog.getByRole('radio', { name: 'Grave' }).check()
    await dialog.getByRole('textbox', { name: 'Nota de su entidad' }).fill('Cobros parados')
    await dialog.getByRole('button', { name: 'Acusar recibo' }).click()
    await says(bank, 'Ningún comunicado coincide')
    await page.getByRole('button', { name: 'Todos' }).click()
    await says(bank, '1–2 de 2')
  },
)

step(
  'AFFECT-12 EXP-06: the aid begins with the bulletin, says that it is an aid, counts in the bank’s time, and is read by that bank alone',
  async () => {
    const { page } = bank
    // The list of the step before is still read again.
    await bank.quiet()
    await page
      .getByRole('button', { name: /^Plazos de notificación/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Plazos de notificación' })
    await dialog.getByText('Es una ayuda').waitFor()
    await dialog.getByText('Solo su entidad lo lee').waitFor()
    const aware = dialog.getByRole('textbox', { name: 'Conocimiento del incidente', exact: true })
    expect(await aware.inputValue()).toMatch(/^\d\d\/\d\d\/2026$/)
    await aware.fill('20/11/2026')
    await dialog.getByRole('textbox', { name: 'Hora: Conocimiento del incidente' }).fill('12:00')
    await dialog.getByText('21/11/2026 12:00').waitFor()
    await dialog.getByRole('textbox', { name: 'Clasificación como grave', exact: true }).fill('20/11/2026')
    await dialog.getByRole('textbox', { name: 'Hora: Clasificación como grave' }).fill('13:00')
    await dialog.getByText('20/11/2026 17:00').waitFor()
    await bank.checkAccessible()
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page
      .getByText(/^Informe: /)
      .first()
      .waitFor()
    const told = page.getByRole('button', { name: /^Plazos de notificación/ }).first()
    await told.click()
    await dialog.getByText('20/11/2026 17:00').waitFor()
    await page.keyboard.press('Escape')
  },
)

step('AFFECT-09: CCI reads who acknowledged, and no unshared impact', async () => {
  await cci.open(pathOfIncident('r'))
  const { page } = cci
  const line = page.getByText(/^Entidades avisadas: menos de 5\. Han acusado recibo: menos de 5 \(/)
  await line.waitFor()
  expect(await line.textContent()).not.toMatch(/impacto|Cobros/)
})

step('AFFECT-15: a rating under review says so wherever the bank reads it', async () => {
  // Another evaluator has rated the same service: the one that the bank's use shows.
  const { validationId } = (await ok(caller.call(listUses))).content[0]
  const score = (await ok(centre.call(listScores, { query: { validationId } }))).content[0]
  await cci.open(`/report-verification/${incident.providerId}-${validationId}-AUDIT_REPORT?paso=2`)
  const { page } = cci
  await page.getByRole('button', { name: 'Poner en revisión extraordinaria' }).click()
  const dialog = page.getByRole('dialog', { name: 'Poner en revisión extraordinaria' })
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Incidente grave en su centro de datos')
  await dialog.getByRole('button', { name: 'Poner en revisión' }).click()
  await page.getByText('En revisión extraordinaria desde el 21/11/2026').waitFor()
  const words = 'En revisión extraordinaria desde el 21/11/2026'
  for (const path of [
    '/provider?provider=Tramontana',
    `/provider/${incident.providerId}?parte=calificaciones`,
    `/provider-comparison?compare=${incident.providerId}-${await portal.participantOf('cantera')}`,
    '/required-levels',
  ]) {
    await bank.visit(path)
    if (path.startsWith('/provider-comparison'))
      await bank.page.getByRole('button', { name: /^SOLO UNO LO TIENE/ }).click()
    await bank.page.getByText(words).filter({ visible: true }).first().waitFor()
  }
  await ok(centre.call(reviewScore, { params: { id: score.id }, body: { outcome: 'Se mantiene' } }))
  await bank.open('/required-levels')
  await rowOf(bank.page, 'Tramontana').waitFor()
  expect(await bank.page.getByText(words).count()).toBe(0)
})

step(
  'EXP-22: the sheet of a provider says what is required of it, that an incident is open, and how many bulletins',
  async () => {
    const { page } = bank
    await bank.open(`/provider/${incident.providerId}`)
    await page.getByRole('table', { name: 'Lo que utiliza su entidad' }).getByText('Custodia documental').waitFor()
    await says(bank, 'Abierta')
    const tabs = page.getByRole('tab')
    const labels = ['Resumen', 'Calificaciones', 'Documentos', 'Cadena', 'Registro', 'Actividad']
    expect(await tabs.allTextContents()).toEqual(labels)
    for (const label of labels) {
      await tabs.filter({ hasText: label }).click()
      await expectSound(bank, label)
      expect(await page.evaluate(() => document.documentElement.scrollHeight), label).toBeLessThanOrEqual(1_400)
    }
    await tabs.first().click()
    await page.getByRole('link', { name: /^\d+ comunicados?$/ }).click()
    await expect.poll(() => pathOf(bank)).toBe('/bulletins')
  },
)

step('AFFECT-05: a notice leads to its bulletin', async () => {
  const body = { phase: 'FINAL', severity: 'HIGH', text: 'El transporte vuelve a su horario.' } as const
  const { id } = await ok(centre.call(publishBulletin, { params: { id: incident.id }, body }))
  await bank.open(`/bulletins?row=${id}`)
  const dialog = bank.page.getByRole('dialog', { name: 'Comunicado 2: final' })
  await dialog.getByText('El transporte vuelve a su horario.').waitFor()
  expect((await ok(caller.call(readBulletin, { params: { id } }))).acknowledgement).toBeNull()
})
