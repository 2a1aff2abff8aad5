import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveReasons } from '#domain/document/reasons/contract.ts'
import { type QueueItem, readQueue } from '#domain/validation/contract.ts'
import { assignTask } from '#domain/validation/desk/contract.ts'
import { runPrechecks } from '#server/document/precheck/checks.ts'
import { ok } from '#test/support/answers.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pathOf, pickFile, says } from '#test/support/browser.ts'
import { ownDocumentation, upload } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { pagesOf } from '#test/support/raw-pdf.ts'
import { expectSound, expectSoundInDark } from '#test/support/states.ts'
import { steps } from '#test/support/steps.ts'

/* A verifier works the queue by keyboard: takes, opens, looks where the checks lead, and decides. */

const POLICY = 'Póliza de responsabilidad civil'
const OTHER_CIF = 'A58818501'

let portal: TestPortal
let stage: Stage
let cci: Visitor
let owner: Visitor
let caller: Caller
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-'))
  portal = await startTestPortal({ withWeb: true })
  caller = await portal.signIn('cci@almotacen.example')
  const waiting = await portal.signIn('hontanar@almotacen.example')
  // Only the file of this test is checked: the demo has many.
  await portal.app.db.deleteFrom('precheck_task').execute()
  const { id } = await ownDocumentation(waiting)
  const content = pagesOf('Poliza', `Tomador: ${OTHER_CIF}`, 'Vencimiento: 31/12/2027')
  await ok(upload(waiting, id, POLICY, { name: 'poliza.pdf', content }))
  await runPrechecks(portal.app)
  const reasons = [`Figura el CIF ${OTHER_CIF}: suba la póliza de su empresa.`]
  await ok(caller.call(saveReasons, { body: { documentCatalogName: POLICY, reasons } }))
  stage = await openStage(portal)
  ;({ cci, hontanar: owner } = await stage.people(['cci', 'hontanar']))
}, 120_000)
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
  if (folder) await rm(folder, { recursive: true })
})

const step = steps()
const view = (name: RegExp) =>
  cci.page.getByRole('group', { name: 'De quién son las tareas' }).getByRole('button', { name })
const queue = () => cci.page.getByRole('table', { name: 'Cola de verificación' })
/** The lines of the queue, without its head and the headings of its groups. */
const lines = () =>
  queue()
    .getByRole('row')
    .filter({ has: cci.page.locator('[data-task]') })
const groups = () =>
  queue()
    .locator('tr')
    .filter({ hasNot: cci.page.locator('[data-task], th') })
const taskOf = (text: string) => queue().getByRole('row').filter({ hasText: text })
const asked = (name: string) => new URL(cci.page.url()).searchParams.get(name)
const press = (key: string) => cci.page.keyboard.press(key)
const decision = () => cci.page.getByRole('region', { name: 'Decisión' })
const title = async () => (await decision().getByRole('heading').first().textContent())!
const focusIsIn = async (text: string) =>
  expect.poll(() => cci.page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? '')).toContain(text)

step('DESK-02: one key takes the row in focus; the views count whose the tasks are, in the address', async () => {
  await cci.open('/provider?q-all=1')
  await lines().first().waitFor()
  await expect.poll(() => view(/^Mis tareas/).textContent()).toBe('Mis tareas0')
  const all = Number((await view(/^Todas/).textContent())!.replace(/\D/g, ''))
  await press('j')
  const first = (await lines().first().textContent())!
  await focusIsIn(first.slice(0, 20))
  while (
    !(await cci.page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? '')).includes('Hontanar')
  )
    await press('j')
  await press('m')
  await says(cci, 'Es su tarea')
  await expect.poll(() => view(/^Mis tareas/).textContent()).toBe('Mis tareas1')
  await expect.poll(() => view(/^Sin asignar/).textContent()).toBe(`Sin asignar${all - 1}`)
  await taskOf('Hontanar')
    .getByRole('button', { name: /^Usted/ })
    .waitFor()
  await focusIsIn('Hontanar')
  await expectSound(cci, 'filled')
  await view(/^Mis tareas/).press('Enter')
  await expect.poll(() => lines().count()).toBe(1)
  expect(asked('q-assignee')).toBe('me')
  await expectSoundInDark(cci)
})

step('DESK-02: the overdue are filtered, and a task is handed over and given back from its row', async () => {
  const { page } = cci
  await view(/^Todas/).press('Enter')
  await page.getByRole('switch', { name: 'Solo fuera de plazo' }).press('Space')
  await expect.poll(() => asked('q-due')).toBe('overdue')
  const late = queue().getByText(/^Fuera de plazo desde hace \d+ días?$/)
  await expect.poll(async () => (await lines().count()) - (await late.count())).toBe(0)
  expect(await late.count()).toBeGreaterThan(0)
  expect(await groups().allTextContents()).toEqual(['Fuera de plazo'])
  const hontanar = taskOf('Hontanar')
  /** Opens the menu of the task's assignee, once the last assignment has ended. */
  const openMenu = async (name: RegExp) => {
    const button = hontanar.getByRole('button', { name })
    await expect.poll(() => button.getAttribute('data-loading')).toBeNull()
    await button.press('Enter')
  }
  await openMenu(/^Usted/)
  await page.getByRole('menuitem', { name: 'Andrés Cano Vega' }).press('Enter')
  await says(cci, 'Tarea asignada')
  await openMenu(/^Andrés Cano Vega/)
  await page.getByRole('menuitem', { name: 'Devolver a la cola' }).press('Enter')
  await says(cci, 'Devuelta a la cola')
  await openMenu(/^Sin asignar/)
  await page.getByRole('menuitem', { name: 'Asignármela' }).press('Enter')
  await hontanar.getByRole('button', { name: /^Usted/ }).waitFor()
})

step('DESK-16: the checks stand beside the preview, what to look at first, and lead to their page', async () => {
  const { page } = cci
  await cci.open('/provider?q-assignee=me')
  await taskOf('Hontanar').waitFor()
  await press('v')
  await page.waitForURL('**/documentation-verification/**')
  const task = page.getByRole('region', { name: 'Tarea' })
  await task.getByRole('button', { name: /^Usted/ }).waitFor()
  await task.getByText(/^(En plazo, vence|Vence hoy|Fuera de plazo)/).waitFor()
  while ((await title()) !== POLICY) {
    const before = await title()
    await press('j')
    await expect.poll(title).not.toBe(before)
  }
  const checks = decision().getByRole('region', { name: 'Comprobaciones' })
  await checks.waitFor()
  const lines = checks.getByRole('listitem')
  // Until the checks have run, the lines say that nothing was checked.
  await expect
    .poll(() => lines.first().textContent())
    .toContain(`Empresa: Revíselo. No figura ni el CIF ni el nombre de la empresa. Figura el CIF ${OTHER_CIF}.`)
  await checks.getByText('Figura «Vencimiento: 31/12/2027».').waitFor()
  await decision().getByText('Abierto. Ya puede decidir.').waitFor()
  await expectSound(cci, 'filled')
  const preview = page.getByRole('region', { name: 'Vista previa' })
  await preview.getByText('1 de 3').waitFor()
  await checks.getByRole('button', { name: 'pág. 2: Empresa' }).press('Enter')
  await preview.getByText('2 de 3').waitFor()
  await checks.getByRole('button', { name: 'pág. 3: Caducidad' }).press('Enter')
  await preview.getByText('3 de 3').waitFor()
  // The date that is typed is compared at once.
  await decision().getByRole('textbox', { name: 'FECHA DE CADUCIDAD' }).fill('01/02/2028')
  await checks.getByText(/^La fecha escrita, 01\/02\/2028, no es la que figura/).waitFor()
  await decision().getByRole('button', { name: '31/12/2027' }).press('Enter')
  await checks.getByText('Figura «Vencimiento: 31/12/2027».').waitFor()
})

step('DESK-19: rejecting offers the reasons of the document, and the one chosen can be changed', async () => {
  await decision().getByRole('heading', { name: POLICY }).focus()
  await press('r')
  const reason = decision().getByRole('textbox', { name: 'Motivo del rechazo' })
  await reason.waitFor()
  const phrase = `Figura el CIF ${OTHER_CIF}: suba la póliza de su empresa.`
  await decision().getByRole('button', { name: phrase }).press('Enter')
  await expect.poll(() => reason.inputValue()).toBe(phrase)
  await reason.press('End')
  await cci.page.keyboard.type(' Gracias.')
  await expect.poll(() => reason.inputValue()).toBe(`${phrase} Gracias.`)
  await expectSound(cci, 'filled')
  await decision().getByRole('button', { name: 'Confirmar rechazo' }).press('Enter')
  await expect
    .poll(
      async () =>
        (
          await portal.app.db
            .selectFrom('document_version')
            .select('rejected_reason')
            .where('file_name', '=', 'poliza.pdf')
            .executeTakeFirstOrThrow()
        ).rejected_reason,
    )
    .toBe(`${phrase} Gracias.`)
})

step('DESK-02: after the last decision the next of one’s tasks is offered', async () => {
  const { page } = cci
  const { body } = await caller.call(readQueue, {})
  const report = body.content.find(({ kind }: QueueItem) => kind === 'report')!
  await ok(caller.call(assignTask, { params: { kind: 'report', id: report.id }, body: { assignee: caller.me.userId } }))
  const finish = page.getByRole('button', { name: 'Finalizar' })
  const isComplete = async () => (await finish.getAttribute('aria-disabled')) !== 'true'
  while (!(await isComplete())) {
    await decision().getByText('Abierto. Ya puede decidir.').waitFor()
    const decided = await title()
    await decision().getByRole('textbox', { name: 'FECHA DE CADUCIDAD' }).fill('31/12/2027')
    await decision().getByRole('heading').first().focus()
    await press('a')
    await expect.poll(async () => (await isComplete()) || (await title()) !== decided).toBe(true)
  }
  await finish.press('Enter')
  await page.getByRole('link', { name: new RegExp(`^Verificar el siguiente informe: ${report.participant}`) }).waitFor()
  expect(pathOf(cci)).toBe('/provider')
})

test('DESK-17 DESK-20: the owner sees what to look at after its upload, and how long CCI usually takes', async () => {
  const { page } = owner
  const path = join(folder, 'otra-poliza.pdf')
  await writeFile(path, pagesOf(`Tomador: ${OTHER_CIF}, caduca 01/01/2020`))
  await owner.open('/own-documentation')
  await pickFile(page, page.getByRole('button', { name: /^(Cambiar|Sustituir) / }).last(), path)
  await says(owner, /Subido/)
  await runPrechecks(portal.app)
  const hints = page.getByRole('status').filter({ hasText: 'Antes de que lo vea el CCI' })
  await hints.getByText(`No figura ni el CIF ni el nombre de la empresa. Figura el CIF ${OTHER_CIF}.`).waitFor()
  await hints.getByText('La fecha ya ha pasado').waitFor()
  await page.getByText(/El CCI suele contestar en/).waitFor()
  await expectSound(owner, 'filled')
  await hints.getByRole('button', { name: /^Dejarlo así/ }).press('Enter')
  await expect.poll(() => hints.count()).toBe(0)
})
