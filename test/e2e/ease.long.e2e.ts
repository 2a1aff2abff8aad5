import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveHelp } from '#domain/catalogue/help/contract.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { dropFiles, openStage, pickFile, says } from '#test/support/browser.ts'
import { documentsOf, ownDocumentation, pdf } from '#test/support/documents.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { expectSound } from '#test/support/states.ts'

/* What the portal has, no one gives twice. */

const file = (name: string) => join(import.meta.dirname, '../../src/server/demo/files', name)
const DEED = 'Escritura de constitución'
const TAX = 'Certificado de estar al corriente con la AEAT'

let portal: TestPortal
let stage: Stage
let provider: Visitor
let bank: Visitor
let cci: Visitor

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  ;({ proveedor: provider, entidad: bank, cci } = await stage.people(['proveedor', 'entidad', 'cci']))
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

test('EASE-01: a renewal’s form has what the published request says, says what is to be sent, and keeps what was written', async () => {
  const { id } = await portal.app.db
    .selectFrom('validation as v')
    .innerJoin('service as s', 's.id', 'v.service_id')
    .select('v.id')
    .where('v.participant_id', '=', await portal.participantOf('proveedor'))
    .where('s.description', '=', 'Custodia documental')
    .executeTakeFirstOrThrow()
  const { page } = provider
  await provider.open(`/renew-report/${id}`)
  const concept = page.getByRole('textbox', { name: 'Concepto', exact: true })
  await expect.poll(() => concept.inputValue()).toBe('Centro de Alcalá de Henares')
  await expect.poll(() => page.getByRole('combobox', { name: 'Evaluador' }).inputValue()).toContain('Quintanilla')
  await page.getByText('CALIFICACIÓN VIGENTE').waitFor()
  await says(provider, /Faltan por enviar: «Informe de auditoría» y «Doc\. Excel asociado»\./)
  const report = page.getByRole('listitem').filter({ hasText: 'Informe de auditoría' })
  await pickFile(page, report.getByRole('button').first(), file('informe-auditoria.pdf'))
  await says(provider, /Falta por enviar: «Doc\. Excel asociado»\./)
  await concept.fill('Centros de Alcalá y de Getafe')
  await page.getByText(/^Texto guardado en esta pestaña/).waitFor()
  await page.reload()
  await says(provider, /Se ha recuperado lo que dejó a medias/)
  expect(await concept.inputValue()).toBe('Centros de Alcalá y de Getafe')
  await expectSound(provider, 'EASE-01')
})

test('EASE-06: several files dropped are proposed by their names; each is confirmed, changed or left in sight', async () => {
  const { page } = provider
  await provider.open('/own-documentation')
  await dropFiles(page.getByText('Arrastre aquí', { exact: false }).first(), [
    file('escritura-constitucion.pdf'),
    file('certificado-aeat.pdf'),
    file('dictamen-calificacion.pdf'),
  ])
  const dialog = page.getByRole('dialog', { name: '¿Qué documento es cada archivo?' })
  const of = (name: string) => dialog.getByRole('combobox', { name })
  await expect.poll(() => of('escritura-constitucion.pdf').inputValue()).toContain(DEED)
  expect(await of('certificado-aeat.pdf').inputValue()).toContain(TAX)
  expect(await of('dictamen-calificacion.pdf').inputValue()).toBe('')
  await of('certificado-aeat.pdf').click()
  await page.getByRole('option', { name: /^Póliza de responsabilidad civil/ }).click()
  await dialog.getByRole('button', { name: 'Subir', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await says(provider, /dictamen-calificacion\.pdf: no se ha subido, porque no se le ha dado documento\./)
  const rows = page.getByRole('list', { name: 'Documentos' }).getByRole('listitem')
  for (const [title, name] of [
    [DEED, 'escritura-constitucion.pdf'],
    ['Póliza de responsabilidad civil', 'certificado-aeat.pdf'],
  ] as const) {
    const row = rows.filter({ hasText: title })
    await row.getByText(/y enviado al CCI/).waitFor()
    await row.getByText(name, { exact: true }).waitFor()
  }
})

test('EASE: a rejected document is answered by an accepted file, with its help and its template beside it', async () => {
  const caller = await portal.signIn('cci@almotacen.example')
  const owner = await portal.signIn('proveedor@almotacen.example')
  const { id } = await ownDocumentation(owner)
  const { id: catalogue } = await portal.app.db
    .selectFrom('document_catalogue')
    .select('id')
    .where('type', '=', 'PROVIDER')
    .executeTakeFirstOrThrow()
  const body = { documentCatalogName: TAX, helpText: 'El de este mes, con su código de verificación.' }
  await caller.call(saveHelp, { params: { id: catalogue }, body, files: { template: pdf('modelo') } })
  const tax = (await documentsOf(owner, id))[TAX]!
  await portal.asOwner(`update document_version set status = 'REJECTED', rejected_reason = 'Es del año pasado',
    expires_on = null where id = '${tax.file}'`)
  const { page } = provider
  await provider.open('/own-documentation')
  const row = page.getByRole('list', { name: 'Documentos' }).getByRole('listitem').filter({ hasText: TAX })
  await row.getByText('El de este mes, con su código de verificación.').waitFor()
  await row.getByRole('button', { name: /^Plantilla/ }).waitFor()
  await row.getByRole('button', { name: /^Asignar/ }).waitFor()
  await expectSound(provider, 'EASE own documentation')
  await row.getByRole('button', { name: /^Usar uno ya aceptado/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Usar un archivo ya aceptado/ })
  await dialog.getByRole('radio').first().check()
  await provider.checkAccessible()
  await dialog.getByRole('button', { name: 'Usar este archivo' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await row.getByText(/y enviado al CCI/).waitFor()
})

test('EASE: a bank asks for a provider, and CCI invites it', async () => {
  await bank.open('/provider')
  await bank.page.getByRole('button', { name: 'Pedir el alta de un proveedor' }).click()
  const dialog = bank.page.getByRole('dialog', { name: 'Pedir el alta de un proveedor' })
  await dialog.getByRole('button', { name: 'Pedir el alta' }).click()
  await expect.poll(() => dialog.locator('[aria-invalid=true]').count()).toBe(4)
  await bank.checkAccessible()
  for (const [label, text] of [
    ['Nombre', 'Nimbus Cloud, S.A.'],
    ['CIF', 'A58818501'],
    ['Correo electrónico', 'ana@nimbus.example'],
    ['Motivo', 'Alojará copias de seguridad'],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(text)
  await dialog.getByRole('button', { name: 'Pedir el alta' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await cci.open('/access-invitation')
  await cci.page.getByText('La pide 1 entidad').waitFor()
  await expectSound(cci, 'EASE access-invitation')
  await cci.page.getByRole('button', { name: 'Invitar a Nimbus Cloud, S.A.', exact: true }).click()
  await cci.page.getByRole('button', { name: 'Enviar la invitación' }).click()
  await cci.page.getByText('La pide 1 entidad').waitFor({ state: 'hidden' })
  // What was answered stays readable.
  await cci.page.getByRole('button', { name: 'Invitados', exact: true }).click()
  await cci.page.getByRole('table', { name: 'Solicitudes de alta' }).getByText('Nimbus Cloud, S.A.').waitFor()
})

test('EXP-29: the preload of providers shows its rows, corrected or left out there, and its button says how many', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'proveedores-'))
  const sheet = join(folder, 'proveedores.csv')
  const rows = ['Estrato, S.L.;B12345678;hola@estrato.example', 'Cúmulo;F04743175;hola@cumulo.example']
  await writeFile(sheet, ['Nombre;CIF;Correo', ...rows, 'Lluvia, S.A.;W0012345E;hola@lluvia.example'].join('\r\n'))
  const { page } = cci
  await cci.open('/access-invitation')
  await page.getByRole('button', { name: 'Precarga masiva de proveedores' }).click()
  const dialog = page.getByRole('dialog', { name: 'Precarga masiva de proveedores' })
  await dialog.getByText('Al entrar, cada proveedor encuentra ya escritos su nombre y su CIF.').waitFor()
  await pickFile(page, dialog.getByRole('button', { name: 'Elegir archivo', exact: true }), sheet)
  await dialog.getByRole('button', { name: 'Enviar 3 invitaciones' }).click()
  await dialog.getByText('Hay 1 fila por corregir. No se ha enviado ninguna invitación.').waitFor()
  const cif = dialog.getByRole('textbox', { name: 'CIF, fila 2' })
  expect(await cif.evaluate(cell => document.activeElement === cell)).toBe(true)
  await dialog.getByText('«B12345678» no es un CIF. Compruebe sus nueve signos.').waitFor()
  await expectSound(cci, 'EXP-29 preload')
  await cif.fill('b-12.345.674')
  await dialog.getByRole('button', { name: /^Todas/ }).click()
  await dialog.getByRole('button', { name: 'Dejar fuera la fila 4' }).click()
  await dialog.getByRole('button', { name: 'Dejar fuera la fila 3' }).click()
  await dialog.getByRole('button', { name: 'Incluir la fila 3' }).click()
  await dialog.getByRole('button', { name: 'Enviar 2 invitaciones' }).click()
  await dialog.getByText('Se han enviado 2 invitaciones.').waitFor()
  await rm(folder, { recursive: true })
  await dialog.getByText('Queda 1 fila sin enviar.').waitFor()
  await portal.mails()
  await dialog.getByText(/^Correos que han salido: 2 de 2\./).waitFor()
  await dialog.getByRole('button', { name: 'Seguir con las que quedan' }).click()
  await dialog.getByRole('button', { name: 'Enviar 1 invitación' }).click()
  await dialog.getByText('Se ha enviado 1 invitación.').waitFor()
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: /hola@lluvia\.example/ }).waitFor()
})
