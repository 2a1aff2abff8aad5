import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveReasons } from '#domain/document/reasons/contract.ts'
import { runPrechecks } from '#server/document/precheck/checks.ts'
import { ok } from '#test/support/answers.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pickFile, says } from '#test/support/browser.ts'
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
const asked = (name: string) => new URL(cci.page.url()).searchParams.get(name)
const press = (key: string) => cci.page.keyboard.press(key)
const focusIsIn = async (text: string) =>
  expect.poll(() => cci.page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? '')).toContain(text)

step('DESK-02: one key takes the row in focus; the views count whose the tasks are, in the address', async () => {
  await cci.goto('/provider?q-all=1')
  await queue().getByRole('row').nth(1).waitFor()
  await expect.poll(() => view(/^Mis tareas/).textContent()).toBe('Mis tareas0')
  const all = Number((await view(/^Todas/).textContent())!.replace(/\D/g, ''))
  await press('j')
  const first = (await queue().getByRole('row').nth(1).textContent())!
  await focusIsIn(first.slice(0, 20))
  while (
    !(await cci.page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? '')).includes('Hontanar')
  )
    await press('j')
  await press('m')
  await says(cci, 'Es su tarea')
  await expect.poll(() => view(/^Mis tareas/).textContent()).toBe('Mis tareas1')
  await expect.poll(() => view(/^Sin asignar/).textContent()).toBe(`Sin asignar${all - 1}`)
  await rowOf(cci.page, 'Hontanar')
    .getByRole('button', { name: /^Usted/ })
    .waitFor()
  await focusIsIn('Hontanar')
  await expectSound(cci, 'filled')
  await view(/^Mis tareas/).press('Enter')
  await expect.poll(() => queue().getByRole('row').count()).toBe(2)
  expect(asked('q-assignee')).toBe('me')
  await expectSoundInDark(cci, 'main')
})

test('DESK-17 DESK-20: the owner sees what to look at after its upload, and how long CCI usually takes', async () => {
  const { page } = owner
  const path = join(folder, 'otra-poliza.pdf')
  await writeFile(path, pagesOf(`Tomador: ${OTHER_CIF}, caduca 01/01/2020`))
  await owner.goto('/own-documentation')
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
