import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pickFile, rowOf, says } from '#test/support/browser.ts'
import { findingsOf } from '#test/support/findings.ts'
import { pdfAround } from '#test/support/pdf.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { expectSound, expectSoundInDark } from '#test/support/states.ts'
import { steps } from '#test/support/steps.ts'

/* Findings of the demo world: the provider plans and proves, the evaluator verifies, a bank sees what is open. */

let portal: TestPortal
let stage: Stage
let provider: Visitor
let evaluator: Visitor
let bank: Visitor
let caller: Caller
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'findings-'))
  await writeFile(join(folder, 'acta.pdf'), pdfAround('% acta'))
  portal = await startTestPortal({ withWeb: true, seed: 'evaluated' })
  caller = await portal.signIn('proveedor@almotacen.example')
  stage = await openStage(portal)
  ;({
    proveedor: provider,
    evaluador: evaluator,
    entidad: bank,
  } = await stage.people(['proveedor', 'evaluador', 'entidad']))
}, 120_000)
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
  if (folder) await rm(folder, { recursive: true })
})

const step = steps()
const rows = async ({ page }: Visitor) => {
  const texts = await page.getByRole('table', { name: 'Hallazgos' }).getByRole('row').allInnerTexts()
  return texts.slice(1).map(text => text.replace(/\s+/g, ' ').trim())
}
const titled = (title: string) => (finding: { own?: { title: string } | undefined }) => finding.own?.title === title

step('FIND-10: the provider sees open findings by date, and one finding with its plan', async () => {
  const { page } = provider
  await provider.open('/findings')
  await says(provider, '1–3 de 3 hallazgos')
  expect((await rows(provider)).map(text => text.slice(0, 10))).toEqual(['Inventario', 'Plan de co', 'Sin segund'])
  await expectSound(provider, 'filled')
  await expectSoundInDark(provider)
  await page.getByRole('button', { name: 'Inventario de cajas sin contraste físico' }).press('Enter')
  const panel = page.getByRole('complementary', { name: 'HALLAZGO' }).or(page.getByRole('dialog'))
  await panel.getByText('Contar todas las cajas de la nave 2').waitFor()
  expect(new URL(page.url()).searchParams.get('row')).toBeTruthy()
  await provider.checkAccessible()
  await page.keyboard.press('Escape')
})

step('FIND-10: several findings get one plan at once; one that is done says why it cannot', async () => {
  const { page } = provider
  await page.getByRole('checkbox', { name: 'Seleccionar la página' }).check()
  await page.getByRole('region', { name: 'Filas seleccionadas' }).getByRole('button', { name: 'Planificar' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Planificar' })
  await dialog.getByText('Se hará con 2 de 3').waitFor()
  await dialog.getByText('su plan ya no se cambia').waitFor()
  await dialog.getByRole('button', { name: 'Planificar' }).click()
  await dialog.getByText('Escriba al menos 10 caracteres').waitFor()
  await dialog.getByRole('textbox', { name: 'Medida' }).fill('Un proyecto común de seguridad física')
  await dialog.getByRole('textbox', { name: 'Responsable' }).fill('Íñigo Salcedo Prieto')
  await dialog.getByRole('textbox', { name: 'Fecha prevista' }).fill('15/02/2027')
  await dialog.getByRole('textbox', { name: 'Por qué se retrasa' }).fill('Se une a otro proyecto')
  await provider.checkAccessible()
  await dialog.getByRole('button', { name: 'Planificar' }).click()
  await dialog.getByText('Hecho con 2 de 3').waitFor()
  await dialog.getByRole('button', { name: 'Cerrar' }).click()
  await rowOf(page, 'Inventario').getByText('15/02/2027').waitFor()
  const found = await findingsOf(caller)
  const open = found.filter(({ status }) => status === 'PLANNED')
  expect(open.map(({ dueOn, own }) => [dueOn, own?.measure])).toEqual(
    Array.from({ length: 2 }, () => ['2027-02-15', 'Un proyecto común de seguridad física']),
  )
})

step('FIND-04 FIND-10: a plan that is half written is kept, and a measure is marked as done with a file', async () => {
  const { page } = provider
  const title = 'Sin segundo factor en la consulta de expedientes'
  await page.getByRole('button', { name: title }).click()
  await page.getByRole('button', { name: 'Marcar como hecho' }).click()
  const proving = page.getByRole('dialog', { name: 'Marcar como hecho' })
  await proving.getByRole('textbox', { name: 'Qué se ha hecho' }).fill('Segundo factor en todos los accesos')
  await provider.open('/findings')
  await page.getByRole('button', { name: title }).click()
  await page.getByRole('button', { name: 'Marcar como hecho' }).click()
  await expect
    .poll(() => proving.getByRole('textbox', { name: 'Qué se ha hecho' }).inputValue())
    .toBe('Segundo factor en todos los accesos')
  await pickFile(page, proving.getByRole('button', { name: /^Elegir/ }), join(folder, 'acta.pdf'))
  await proving.getByRole('list', { name: 'Archivos del hallazgo' }).getByText('acta.pdf').waitFor()
  await proving.getByRole('button', { name: 'Marcar como hecho' }).click()
  await rowOf(page, title).getByText('Por verificar').waitFor()
  expect((await findingsOf(caller)).find(titled(title))).toMatchObject({ status: 'DONE' })
})

step('FIND-12: the evaluator sees findings that await verification, with the file beside the decision', async () => {
  const { page } = evaluator
  await evaluator.open('/assessments')
  await says(evaluator, 'MEDIDAS POR VERIFICAR')
  await page.getByRole('button', { name: 'Comprobar Plan de continuidad sin revisar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plan de continuidad sin revisar' })
  await dialog.getByText('Plan aprobado por el comité').waitFor()
  await dialog.locator('canvas').first().waitFor()
  await evaluator.checkAccessible()
  await dialog.getByRole('button', { name: 'Verificar' }).click()
  await page.getByRole('button', { name: 'Comprobar Plan de continuidad sin revisar' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Comprobar Sin segundo factor/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Devolver' }).click()
  const reason = page.getByRole('dialog', { name: 'Devolver la prueba' })
  await reason.getByRole('button', { name: 'Devolver la prueba' }).click()
  await reason.getByText('Escriba el motivo').waitFor()
  await reason.getByRole('textbox', { name: 'Qué falta' }).fill('El acta no tiene fecha')
  await reason.getByRole('button', { name: 'Devolver la prueba' }).click()
  await says(evaluator, 'Ninguna medida espera su verificación.')
  const statuses = (await findingsOf(caller)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual(['PLANNED', 'PLANNED', 'VERIFIED'])
})

step('FIND-11: a bank sees how many are open and late in the provider’s detail, and the list behind it', async () => {
  const { page } = bank
  await bank.open('/provider?provider=Tramontana')
  await page
    .getByRole('button', { name: /Tramontana/ })
    .first()
    .click()
  await page.getByRole('button', { name: '2 hallazgos abiertos, 0 fuera de plazo' }).click()
  const dialog = page.getByRole('dialog', { name: /^Hallazgos abiertos de Tramontana/ })
  await dialog.getByText(/Confidencialidad · prioridad alta · prevista el 15\/02\/2027/).waitFor()
  await bank.checkAccessible()
  expect(await dialog.textContent()).not.toMatch(/segundo factor|proyecto común|Salcedo/i)
})
