import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect } from 'vitest'
import { conditions } from '#domain/supervision/reliance/conditions.ts'
import { listReliance, readReliance, writeReliance } from '#domain/supervision/reliance/contract.ts'
import { ok } from '#test/support/answers.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, pathOf, rowOf, says } from '#test/support/browser.ts'
import { servicesOf } from '#test/support/documents.ts'
import { press, tabTo } from '#test/support/keyboard.ts'
import { placesOf } from '#test/support/places.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { signedFile } from '#test/support/reliance.ts'
import { expectSound, expectSoundInDark } from '#test/support/states.ts'
import { steps } from '#test/support/steps.ts'
import { corrected, declared } from '#test/support/uses.ts'

/* A bank begins a reliance file from a use, fills it, signs it, takes it along, and begins its next version. */

let portal: TestPortal
let stage: Stage
let bank: Visitor
let caller: Caller

beforeAll(async () => {
  portal = await startTestPortal({ seed: 'evaluated', withWeb: true })
  caller = await portal.signIn('entidad@almotacen.example')
  const services = await servicesOf(portal)
  const use = async (name: string, service: string, critical: string) =>
    declared(
      caller,
      { providerId: await portal.participantOf(name), serviceId: services.get(service)! },
      { critical, requiredScore: 'B/B/B' },
    )
  await use('proveedor', 'Custodia documental', 'YES')
  const signed = await use('cantera', 'Alojamiento en nube', 'YES')
  await signedFile(caller, signed)
  await use('mirlo', 'Firma electrónica', 'NO')
  stage = await openStage(portal)
  ;({ entidad: bank } = await stage.people(['entidad']))
}, 120_000)
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const step = steps()
const button = (name: string | RegExp) => bank.page.getByRole('button', { name })
const part = (name: RegExp) => bank.page.getByRole('region', { name })
const rows = async () => {
  const table = bank.page.getByRole('table', { name: 'Expedientes de confianza' })
  return (await table.getByRole('row').allInnerTexts()).slice(1).map(text => text.replace(/\s+/g, ' ').trim())
}
const download = async (name: string) => {
  const [file] = await Promise.all([bank.page.waitForEvent('download'), button(name).click()])
  return { name: file.suggestedFilename(), bytes: new Uint8Array(await readFile(await file.path())) }
}

step(
  'RELY-01 RELY-02 EXP-29: it begins from a use, in the order of the law, with what the portal knows beside each answer',
  async () => {
    const { page } = bank
    await bank.open('/required-levels')
    await button(/^Expediente de confianza de Custodia documental/).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Expediente de confianza n.º 1' }).waitFor()
    // What the words of the title leave open (EXP-29).
    await says(bank, /^Recurso a informes de terceros \(art\. 8\) · Custodia documental · /)
    expect(pathOf(bank)).toMatch(/^\/reliance\/./)
    const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()
    const letters = headings.map(text => /^([a-h])\) /.exec(text)?.[1]).filter(Boolean)
    expect(letters).toEqual([...conditions])
    expect(headings.indexOf('No solo con informes ajenos')).toBe(headings.findIndex(text => text.startsWith('h)')) + 1)
    expect(await part(/^a\)/).textContent()).toContain('art. 8.3.a')
    expect(await part(/^c\)/).textContent()).toContain('Nadie ha leído todavía el informe ni el dictamen')
    expect(await part(/^g\)/).textContent()).toContain('No consta en el portal')
    await part(/^e\)/).getByRole('link', { name: 'Ver la ficha: Evaluador' }).waitFor()
    await expectSound(bank, 'draft')
    await expectSoundInDark(bank)
  },
)

step('RELY-02: missing parts are named and link to their fields, and the keyboard fills them all', async () => {
  const { page } = bank
  await press(page, button('Firmar'), { back: true })
  const summary = page.getByRole('alert').filter({ hasText: 'Falta esto para firmar' })
  await summary.getByRole('link', { name: /^a\)/ }).press('Enter')
  const first = part(/^a\)/).getByRole('radio', { name: 'Se cumple', exact: true })
  await expect.poll(() => first.evaluate(element => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Space')
  expect(await first.isChecked()).toBe(true)
  for (const condition of conditions.slice(1)) {
    const fields = part(new RegExp(`^${condition}\\)`))
    await fields.getByRole('radio', { name: 'Se cumple', exact: true }).press('Space')
    const clause = fields.getByRole('textbox', { name: 'Cláusula del contrato' })
    if (await clause.count()) await clause.fill('Cláusula 14.2')
  }
  const scope = part(/^b\)/)
  await scope.getByRole('radio', { name: 'Se cumple con reservas' }).press('Space')
  await scope.getByRole('textbox', { name: 'Explicación' }).fill('Falta el centro de respaldo')
  await part(/^No solo/)
    .getByRole('textbox', { name: 'Próxima auditoría' })
    .fill('15/09/2027')
  const conclusion = part(/^Conclusión/)
  // A reservation takes the first conclusion away (RELY-05).
  expect(await conclusion.getByRole('radio', { name: 'Nos apoyamos', exact: true }).isDisabled()).toBe(true)
  await conclusion.getByRole('radio', { name: 'Nos apoyamos con medidas' }).press('Space')
  await conclusion.getByRole('textbox', { name: 'Medidas' }).fill('Visita conjunta al centro de respaldo')
  await conclusion.getByRole('textbox', { name: 'Se revisa' }).fill('30/06/2027')
  await says(bank, '8 de 8 condiciones contestadas')
  await expect.poll(() => page.getByText(/^Guardado a las/).count()).toBe(1)
  await page.reload()
  await expect.poll(() => conclusion.getByRole('textbox', { name: 'Medidas' }).inputValue()).toContain('Visita')
  expect((await download('Borrador en PDF')).bytes.length).toBeGreaterThan(10_000)
})

step('a colleague’s change appears beside the own text, and either can be kept', async () => {
  const { page } = bank
  bank.expectComplaint(/409 .*reliance-files/)
  const id = pathOf(bank).split('/').at(-1)!
  const { version } = await ok(caller.call(readReliance, { params: { id } }))
  await ok(caller.call(writeReliance, { params: { id }, body: { measures: 'Copia semanal fuera', version } }))
  const measures = part(/^Conclusión/).getByRole('textbox', { name: 'Medidas' })
  await measures.fill('Visita anual al centro de respaldo')
  const conflict = page.getByRole('dialog', { name: 'Otra persona ha cambiado estos datos mientras editaba' })
  await conflict.getByText('Copia semanal fuera').waitFor()
  await conflict.getByRole('button', { name: 'Volver a lo guardado' }).click()
  await expect.poll(() => measures.inputValue()).toBe('Copia semanal fuera')
  await page.reload()
  await expect.poll(() => measures.inputValue()).toBe('Copia semanal fuera')
})

step('RELY-07 RELY-12 RELY-13: the principal user signs, and takes the PDF and the ZIP along', async () => {
  const { page } = bank
  await tabTo(page, button('Firmar'), { back: true })
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Firmar el expediente' })
  await dialog.getByText('Lo firmado no cambia').waitFor()
  await bank.checkAccessible()
  await dialog.getByRole('button', { name: 'Firmar' }).click()
  await page.getByRole('heading', { name: 'CONCLUSIÓN Y FIRMA' }).waitFor()
  expect(await page.getByRole('radio').count()).toBe(0)
  expect(await part(/^b\)/).textContent()).toContain('Se cumple con reservas')
  await expect.poll(() => page.getByText(/^N\.º \d+$/).count()).toBeGreaterThan(0)
  await expectSound(bank, 'signed')
  const pdf = await download('Descargar PDF')
  expect([pdf.name, new TextDecoder().decode(pdf.bytes.slice(0, 5))]).toEqual([
    'expediente 1 Custodia documental.pdf',
    '%PDF-',
  ])
  const zip = await download('Descargar con sus archivos')
  expect(zip.name).toBe('expediente 1 Custodia documental.zip')
  expect(Object.keys(unzipSync(zip.bytes))).toEqual(
    expect.arrayContaining(['INDICE.txt', 'expediente.pdf', 'expediente.json']),
  )
})

step('RELY-11: the next version shows which facts and answers differ from the signed one', async () => {
  const { page } = bank
  await button('Nueva versión').click()
  await page.getByRole('heading', { level: 1, name: 'Expediente de confianza n.º 2' }).waitFor()
  const changes = part(/^CAMBIOS DESDE EL N\.º 1/)
  await changes.waitFor()
  const third = part(/^c\)/)
  await third.getByRole('textbox', { name: 'Explicación' }).fill('Leído por Riesgos')
  const row = changes.getByRole('row').filter({ hasText: 'c) Contenido y vigencia' }).filter({ hasText: 'Explicación' })
  await row.filter({ hasText: 'Leído por Riesgos' }).waitFor()
  expect(await row.textContent()).toContain('(vacío)')
  await part(/^VERSIONES/)
    .getByRole('link', { name: 'N.º 1' })
    .waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Descartar el borrador' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click()
  await expect.poll(() => pathOf(bank)).toBe('/reliance')
})

step('RELY-15: the list has every critical use, the missing and due first, and says why one is due', async () => {
  const { page } = bank
  const services = await servicesOf(portal)
  await declared(
    caller,
    { providerId: await portal.participantOf('lumbre'), serviceId: services.get('Custodia documental')! },
    { critical: 'YES' },
  )
  const validationId = (await placesOf(portal.app.db)).scoredReport.split('-')[1]!
  const cci = await portal.signIn('cci@almotacen.example')
  await corrected(cci, { validationId }, 'B/B/B', '2027-10-31', { overrideReason: 'Lo visto en la visita' })
  await bank.open('/reliance')
  await says(bank, '1–3 de 3')
  const shown = await rows()
  expect(shown.map(text => /Sin expediente|Por revisar|Firmado hasta el \S+/.exec(text)?.[0])).toEqual([
    'Sin expediente',
    'Por revisar',
    'Firmado hasta el 30/06/2027',
  ])
  expect(await rowOf(page, 'Cantera').textContent()).toContain('La calificación se corrigió el')
  await expectSound(bank, 'list')
  await page.getByRole('group', { name: 'Expediente' }).getByRole('button', { name: 'Sin expediente' }).click()
  await says(bank, '1 de 1 servicio')
  await button(/^Empezar el expediente/).click()
  await page.getByRole('heading', { level: 1, name: 'Expediente de confianza n.º 1' }).waitFor()
  const { content } = await ok(caller.call(listReliance, { query: { standing: 'DRAFT' } }))
  expect(content).toMatchObject([{ standing: 'DRAFT', service: 'Custodia documental' }])
})
