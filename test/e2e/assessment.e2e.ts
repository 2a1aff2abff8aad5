import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askedControls } from '#domain/assessment/assessment.ts'
import type { FrameworkDetail } from '#domain/assessment/framework/contract.ts'
import {
  changeFramework,
  importFramework,
  listFrameworks,
  readFramework,
} from '#domain/assessment/framework/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { ok } from '#test/support/answers.ts'
import { assessmentsOf, filled, template } from '#test/support/assessments.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { giveLevel, levelOf, openStage, pickFile, says } from '#test/support/browser.ts'
import { acceptReport, freshRequest } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { steps } from '#test/support/steps.ts'

/* An evaluation from its beginning to the bank that reads it. */

const people = ['cci', 'somport', 'entidad', 'proveedor'] as const
const dictamen = join(import.meta.dirname, '../../src/server/demo/files/dictamen-calificacion.pdf')
const TARGET = 'A/B/A'
/** The control that stops a level. */
const STOPPING = 'CR-03'

let portal: TestPortal
let stage: Stage
let visitors: Record<(typeof people)[number], Visitor>
let cci: Caller
let evaluator: Caller
let request: string
/** Its service, one of its own. */
let service: string
let framework: FrameworkDetail
let folder: string

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  visitors = await stage.people(people)
  cci = await portal.signIn('cci@almotacen.example')
  evaluator = await portal.signIn('somport@almotacen.example')
  framework = await illustrative()
  request = await freshRequest(cci, await portal.signIn('proveedor@almotacen.example'), evaluator)
  service = (await ok(cci.call(readValidation, { params: { id: request } }))).service!
  await acceptReport(cci, request)
  folder = await mkdtemp(join(tmpdir(), 'evaluacion-'))
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
  if (folder) await rm(folder, { recursive: true })
})

/** The framework of the product, published. */
async function illustrative(): Promise<FrameworkDetail> {
  const { content } = await ok(cci.call(listFrameworks, { query: { status: 'PUBLISHED' } }))
  if (!content[0]) {
    const imported = await ok(cci.call(importFramework, { body: { illustrative: 'true' } }))
    const { id } = imported.framework!
    await ok(cci.call(changeFramework, { params: { id }, body: { status: 'PUBLISHED' } }))
    return illustrative()
  }
  return ok(cci.call(readFramework, { params: { id: content[0].id } }))
}

const control = (page: Page, key: string): Locator => page.locator(`[data-control="${key}"]`)
const answerOf = (page: Page, key: string, answer: string) =>
  control(page, key).getByRole('radio', { name: answer, exact: true })
const saved = (visitor: Visitor) => says(visitor, /^Guardado a las/)

async function workbookOf(name: string, answers: Record<string, string | readonly [string, string]>): Promise<string> {
  const blob = await template(evaluator, framework.id, { validationId: request, target: TARGET })
  const path = join(folder, name)
  await writeFile(path, await filled(new Uint8Array(blob.body), answers))
  return path
}

const asked = () => askedControls(framework.controlList, TARGET)
const allYes = () => Object.fromEntries(asked().map(({ key }) => [key, 'Sí']))

const road = steps()

road('DICT-05: the evaluator finds the request, chooses the level aimed at and begins', async () => {
  const { page } = visitors.somport
  await visitors.somport.open('/assessments')
  await page.getByRole('link', { name: new RegExp(`^Evaluar.*${service}\\b`) }).click()
  await says(visitors.somport, 'Marco ilustrativo, no oficial')
  await page.getByRole('button', { name: 'Empezar la evaluación' }).click()
  await says(visitors.somport, 'Elija un nivel')
  for (const [index, dimension] of ['Confidencialidad', 'Integridad', 'Disponibilidad'].entries()) {
    await giveLevel(page, dimension, TARGET.split('/')[index]!)
  }
  await visitors.somport.checkAccessible()
  await page.getByRole('button', { name: 'Empezar la evaluación' }).click()
  await page.getByRole('tab', { name: new RegExp(`^Controles 0 de ${asked().length}`) }).waitFor()
  await says(visitors.somport, 'Marco ilustrativo, no oficial')
})

road('DICT-11: the keyboard alone answers the controls, and the form saves and says when', async () => {
  const { page } = visitors.somport
  const [first, second, third] = asked() as { key: string }[]
  await answerOf(page, first!.key, 'Sí').focus()
  // Yes and no move on to the next control.
  await page.keyboard.press('1')
  await page.keyboard.press('2')
  await page.keyboard.press('3')
  await page.getByRole('textbox', { name: 'Por qué no aplica' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('El servicio no lo usa')
  await saved(visitors.somport)
  await expect.poll(() => answerOf(page, first!.key, 'Sí').isChecked()).toBe(true)
  const [open] = await assessmentsOf(evaluator, request)
  expect(open).toMatchObject({ answered: 3, status: 'DRAFT' })
  await visitors.somport.checkAccessible()

  await page.reload()
  await expect.poll(() => answerOf(page, second!.key, 'No').isChecked()).toBe(true)
  await expect.poll(() => answerOf(page, third!.key, 'No aplica').isChecked()).toBe(true)
})

road('DICT-11: controls stand by domain with their progress, and filters show what is left', async () => {
  const { page } = visitors.somport
  const [first, second] = asked()
  const total = asked().length
  const own = asked().filter(({ domain }) => domain === first!.domain).length
  await page.getByRole('link', { name: new RegExp(`^${first!.domain} 3 de ${own}`) }).waitFor()
  await page.getByRole('button', { name: 'No se cumple 1' }).click()
  await expect.poll(() => page.locator('[data-control]').count()).toBe(1)
  await control(page, second!.key).waitFor()
  await page.getByRole('button', { name: `Sin responder ${total - 3}` }).click()
  await expect.poll(() => page.locator('[data-control]').count()).toBe(total - 3)
  // What is answered under the filter stays in sight, so that the keyboard does not lose its place.
  const fourth = asked()[3]!
  await answerOf(page, fourth.key, 'Sí').check()
  await saved(visitors.somport)
  await control(page, fourth.key).waitFor()
  await page.getByRole('button', { name: 'Siguiente sin responder' }).click()
  await answerOf(page, asked()[4]!.key, 'Sí').and(page.locator(':focus')).waitFor()
})

road(
  'EXP-24: a control is found by its key or a word, and the rest of its domain is answered at once and undone',
  async () => {
    const { page } = visitors.somport
    const search = page.getByRole('searchbox', { name: 'Buscar un control' })
    const last = asked().at(-1)!
    await search.fill(last.key.toLowerCase())
    await expect.poll(() => page.locator('[data-control]').count()).toBe(1)
    await search.fill(last.statement.slice(0, 30).toUpperCase())
    await control(page, last.key).waitFor()
    const own = asked().filter(({ domain }) => domain === last.domain)
    await page.getByRole('button', { name: `Sí a los que quedan del dominio (${own.length})` }).click()
    await answerOf(page, last.key, 'Sí').and(page.locator(':checked')).waitFor()
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect.poll(() => answerOf(page, last.key, 'Sí').isChecked()).toBe(false)
    await saved(visitors.somport)
    await expect.poll(async () => (await assessmentsOf(evaluator, request))[0]!.answered).toBe(4)
    await search.fill('')
  },
)

road('EXP-24: 30 controls take at most 32 keys, each 44 px high folded', async () => {
  const { page } = visitors.somport
  await page.getByRole('button', { name: 'Siguiente sin responder' }).focus()
  const isFolded = async (key: string) => {
    const box = (await control(page, key).boundingBox())!
    return Math.round(box.height) === 44
  }
  expect(await isFolded(asked()[1]!.key)).toBe(true)
  const [before] = await assessmentsOf(evaluator, request)
  let keys = 0
  const press = async (key: string) => {
    keys++
    await page.keyboard.press(key)
  }
  await press('Enter')
  await page.locator('[data-control] :focus').waitFor()
  const left = asked().length - before!.answered
  const many = Math.min(30, left)
  for (let at = 0; at < many; at++) {
    await press('1')
    // The next control has the focus once its domain is drawn.
    const answered = before!.answered + at + 1
    await page.getByRole('tab', { name: new RegExp(`^Controles ${answered} de`) }).waitFor()
    if (answered < asked().length)
      await expect.poll(() => page.locator('[data-control]:not([data-answer]) :focus').count()).toBe(1)
  }
  expect(keys).toBeLessThanOrEqual(many + 2)
  await saved(visitors.somport)
  await visitors.somport.checkAccessible()
})

road('DICT-09 DICT-11: a workbook with faults changes nothing and lists them; a right one answers all', async () => {
  const { page } = visitors.somport
  visitors.somport.expectComplaint(/400 .*workbook/)
  const [first, second] = asked()
  const wrong = await workbookOf('mal.xlsx', {
    ...allYes(),
    [first!.key]: 'Quizá',
    [second!.key]: ['No aplica', 'corta'],
  })
  await page.getByRole('button', { name: 'Subir hoja rellena' }).click()
  await pickFile(page, page.getByRole('button', { name: 'Elegir archivo' }), wrong)
  await page.getByRole('button', { name: 'Leer la hoja' }).click()
  await says(visitors.somport, 'La hoja tiene 2 errores. No se ha cambiado ninguna respuesta.')
  const faults = page.getByRole('list', { name: 'Qué corregir en la hoja' }).getByRole('listitem')
  expect(await faults.count()).toBe(2)
  await expect.poll(() => faults.first().textContent()).toMatch(new RegExp(`^Fila 2, ${first!.key}: `))
  await visitors.somport.checkAccessible()

  const right = await workbookOf('bien.xlsx', { ...allYes(), [STOPPING]: 'No' })
  await pickFile(page, page.getByRole('button', { name: /^(Cambiar|Sustituir|Elegir)/ }).last(), right)
  await page.getByRole('button', { name: 'Leer la hoja' }).click()
  await page.getByRole('tab', { name: new RegExp(`^Controles ${asked().length} de ${asked().length}`) }).waitFor()
})

road('DICT-16: confirming says what is missing of the header, and confirms once it is there', async () => {
  const { page } = visitors.somport
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await says(visitors.somport, 'Faltan datos de la evaluación')
  await page.getByRole('button', { name: 'Ir a los datos' }).click()
  await page.getByRole('textbox', { name: 'Alcance' }).fill('El servicio y sus dos centros de datos')
  await page.getByRole('combobox', { name: 'Norma' }).selectOption('ISAE 3402 tipo II')
  await page.getByRole('combobox', { name: 'Opinión' }).selectOption('Favorable')
  await page.getByRole('textbox', { name: 'Periodo o fecha: desde' }).fill('01/11/2025')
  await page.getByRole('textbox', { name: 'Fecha del informe' }).fill('25/11/2036')
  await page.getByRole('textbox', { name: 'Fecha del informe' }).blur()
  await says(visitors.somport, 'La fecha del informe no puede ser futura.')
  await page.getByRole('textbox', { name: 'Fecha del informe' }).fill('20/11/2026')
  await page.getByRole('combobox', { name: 'Organizaciones subcontratadas' }).selectOption('No hay')
  await page.getByRole('tab', { name: 'Datos de la evaluación completos' }).waitFor()
  await saved(visitors.somport)
  await visitors.somport.checkAccessible()
  await page.getByRole('tab', { name: 'Resultado' }).click()
  await says(visitors.somport, `Confidencialidad C: no se cumple 1 control de nivel B (${STOPPING})`)
  await visitors.somport.checkAccessible()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirmar' }).click()
  await says(visitors.somport, 'Evaluación confirmada')
  await page.getByRole('button', { name: 'Retomar la evaluación' }).waitFor()
  const [confirmed] = await assessmentsOf(cci, request)
  expect(confirmed).toMatchObject({ status: 'CONFIRMED', computed: 'C/C/A' })
})

road('DICT-21: CCI finds the computed levels chosen, and gives a reason for others', async () => {
  const { page } = visitors.cci
  const { providerId } = (await assessmentsOf(cci, request))[0]!
  await visitors.cci.open(`/report-verification/${providerId}-${request}-AUDIT_REPORT?paso=2`)
  const pane = page.getByRole('region', { name: 'Resultado de la evaluación' })
  await pane.getByText(`Confidencialidad C: no se cumple 1 control de nivel B (${STOPPING})`).waitFor()
  await pane.getByText('Marco ilustrativo, no oficial').waitFor()
  for (const [dimension, level] of [
    ['Confidencialidad', 'C'],
    ['Integridad', 'C'],
    ['Disponibilidad', 'A'],
  ] as const) {
    expect(await levelOf(page, dimension, level).isChecked()).toBe(true)
  }
  const reason = page.getByRole('textbox', { name: 'Por qué la calificación no es la que resulta de la evaluación' })
  expect(await reason.count()).toBe(0)
  await giveLevel(page, 'Integridad', 'B')
  await reason.waitFor()
  await visitors.cci.checkAccessible()
  await pickFile(page, page.getByRole('button', { name: /Elegir archivo|Elegir el dictamen/ }).first(), dictamen)
  await page.getByRole('button', { name: 'Finalizar' }).click()
  await says(
    visitors.cci,
    'Indique por qué la calificación no es la que resulta de la evaluación: lo lee quien la lee.',
  )
  await reason.fill('El proveedor ha corregido CR-03 después del informe.')
  await page.getByRole('button', { name: 'Finalizar' }).click()
  // It asks first where several banks follow the provider.
  const telling = page.getByRole('button', { name: 'Publicar y avisar' })
  await telling.or(page.getByText('Calificación publicada: C/B/A').first()).waitFor()
  if (await telling.isVisible()) await telling.click()
  await says(visitors.cci, 'Calificación publicada: C/B/A')
  expect((await assessmentsOf(cci, request))[0]).toMatchObject({ status: 'PUBLISHED' })
})

road('DICT-23: the bank reads the evaluation from the detail, the dictamen and the comparison', async () => {
  const { page } = visitors.entidad
  const { id, providerId } = (await assessmentsOf(cci, request))[0]!
  await visitors.entidad.open(`/assessment-view/${id}`)
  await page.getByRole('heading', { name: 'Evaluación', exact: true }).waitFor()
  await says(visitors.entidad, 'Marco ilustrativo, no oficial')
  await says(visitors.entidad, `Confidencialidad C: no se cumple 1 control de nivel B (${STOPPING})`)
  await says(visitors.entidad, /El proveedor ha corregido CR-03/)
  await says(visitors.entidad, 'ISAE 3402 tipo II')
  const crypto = page
    .getByRole('table', { name: 'Nivel de cada dominio en cada dimensión' })
    .getByRole('row', { name: /^Criptografía/ })
  await crypto.getByRole('img', { name: 'Confidencialidad C' }).waitFor()
  expect(await crypto.getByRole('cell').last().textContent()).toMatch(/^[–A-D+]+$/)
  await visitors.entidad.checkAccessible()

  await visitors.entidad.visit(`/provider?provider=Tramontana&status=QUALIFIED&row=${request}`)
  await page.getByRole('link', { name: new RegExp(`^Ver la evaluación.*${service}\\b`) }).click()
  await page.getByRole('heading', { name: 'Evaluación', exact: true }).waitFor()
  await visitors.entidad.visit(`/provider?provider=Tramontana&status=QUALIFIED&row=${request}`)
  await page.getByRole('button', { name: 'Dictamen', exact: true }).click()
  await page.getByRole('link', { name: /^Ver la evaluación de la calificación/ }).click()
  await page.getByRole('heading', { name: 'Evaluación', exact: true }).waitFor()
  await visitors.entidad.visit(`/provider-comparison?compare=${providerId}`)
  await page.getByRole('link', { name: new RegExp(`^Ver la evaluación.*${service}\\b`) }).click()
  await page.getByRole('heading', { name: 'Evaluación', exact: true }).waitFor()
})

test('EXP-24: where a request is written the template of the evaluation is offered for a target level', async () => {
  const { page, checkAccessible } = visitors.proveedor
  await visitors.proveedor.open('/send-report')
  await page.getByRole('button', { name: 'Plantilla de evaluación' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plantilla de evaluación' })
  const submit = dialog.getByRole('button', { name: 'Descargar plantilla' })
  await submit.click()
  await dialog.getByText('Elija un nivel').first().waitFor()
  for (const [index, dimension] of ['Confidencialidad', 'Integridad', 'Disponibilidad'].entries()) {
    await giveLevel(page, dimension, TARGET.split('/')[index]!)
  }
  await checkAccessible()
  const [download] = await Promise.all([page.waitForEvent('download'), submit.click()])
  expect(download.suggestedFilename()).toBe('plantilla-evaluacion.xlsx')
})
