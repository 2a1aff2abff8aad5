import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusals } from '#domain/messages.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { newId } from '#server/platform/ids.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { choose, giveLevel, openStage, optionsOf, pickFile, rowOf, says } from '#test/support/browser.ts'
import { acceptReport, freshRequest } from '#test/support/documents.ts'
import { START } from '#test/support/place.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { steps } from '#test/support/steps.ts'

/* CCI's reviews: documentation and reports of the demo data, read, dated, accepted, rejected and scored. */

const file = (name: string) => join(import.meta.dirname, '../../src/server/demo/files', name)

let portal: TestPortal
let stage: Stage
let cci: Visitor

/** The participant and documentation of a demo account. */
async function documentationOf(name: string) {
  return portal.app.db
    .selectFrom('portal_user as u')
    .innerJoin('validation as v', 'v.participant_id', 'u.participant_id')
    .select(['v.participant_id as participant', 'v.id as validation'])
    .where('u.email', '=', `${name}@almotacen.example`)
    .where('v.kind', '=', 'DOC_MIN')
    .executeTakeFirstOrThrow()
}

async function requestOf(service: string) {
  return portal.app.db
    .selectFrom('validation as v')
    .innerJoin('service as s', 's.id', 'v.service_id')
    .select(['v.participant_id as participant', 'v.id as validation'])
    .where('s.description', '=', service)
    .executeTakeFirstOrThrow()
}

/** The stored state of a validation's document. */
const stored = (validation: string, name: string) =>
  portal.app.db
    .selectFrom('document_version as v')
    .innerJoin('document as d', 'd.id', 'v.document_id')
    .select(['v.status', 'v.expires_on', 'v.rejected_reason', 'v.file_name', 'v.number'])
    .where('d.validation_id', '=', validation)
    .where('d.name', '=', name)
    .where('v.is_current', '=', true)
    .executeTakeFirstOrThrow()

const verify = ({ participant, validation }: { participant: string; validation: string }) =>
  `/documentation-verification/${participant}-${validation}-DOC_MIN`
const verifyReport = ({ participant, validation }: { participant: string; validation: string }) =>
  `/report-verification/${participant}-${validation}-AUDIT_REPORT`

const decision = () => cci.page.getByRole('region', { name: 'Decisión' })
const button = (name: string | RegExp) => cci.page.getByRole('button', { name })

/** Opens a document of the list, and waits until it was loaded. */
async function open(title: string): Promise<void> {
  await button(new RegExp(title)).first().click()
  await decision().getByRole('heading', { name: title }).waitFor()
}
const read = () => decision().getByText('Abierto. Ya puede decidir.').waitFor()

async function type(field: Locator, text: string): Promise<void> {
  await field.fill(text)
  await field.press('Tab')
}

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  cci = await stage.visitor()
  await cci.signIn('cci@almotacen.example')
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

// Before the next test decides the documents of this documentation.
test('EXP-23: date, accept and reject are in view from the start, one list of checks under its verdict, and no expiry is one press', async () => {
  const { page } = cci
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 1440, height: 900 })
  const waiting = await documentationOf('ferrandez')
  const { validation } = waiting
  await cci.open(verify(waiting))
  const title = decision().getByRole('heading', { level: 2 })
  await title.waitFor()
  const checks = decision().getByRole('region', { name: 'Comprobaciones' })
  await checks.getByRole('listitem').first().waitFor()
  const date = decision().getByRole('textbox', { name: 'FECHA DE CADUCIDAD' })
  const foot = (await button('Finalizar').boundingBox())!.y
  for (const part of [date, ...['Aceptar', 'Rechazar'].map(name => decision().getByRole('button', { name }))]) {
    const box = (await part.boundingBox())!
    expect(box.y).toBeGreaterThan(0)
    expect(box.y + box.height).toBeLessThan(foot)
  }
  expect((await date.boundingBox())!.y).toBeLessThan((await checks.boundingBox())!.y)
  expect(await decision().getByRole('region').count()).toBe(1)
  await expect
    .poll(async () => {
      const total = await checks.getByRole('listitem').count()
      const inOrder = await checks.locator('[data-outcome="OK"]').count()
      return (await checks.getByRole('heading').textContent()) === `COMPROBACIONES ${inOrder} de ${total} en orden`
    })
    .toBe(true)
  await decision().getByRole('button', { name: 'Sin caducidad' }).click()
  expect(await date.inputValue()).toBe('31/12/2100')
  const name = (await title.textContent())!
  await expect.poll(async () => (await stored(validation, name)).expires_on).toBe('2100-12-31')
  await cci.checkAccessible()
  await page.setViewportSize(size)
})

const accreditation = steps()
accreditation('DOC-20: in a list, a documentation that is pending goes to verify', async () => {
  const { page } = cci
  const { participant, validation } = await documentationOf('ferrandez')
  // Every document is decided and dated: only the evaluator's own date is missing.
  await portal.app.db
    .updateTable('document_version')
    .set({ status: 'ACCEPTED', expires_on: '2027-06-30', decided_at: START, decided_by: eb => eb.ref('uploaded_by') })
    .where('document_id', 'in', eb => eb.selectFrom('document').select('id').where('validation_id', '=', validation))
    .execute()
  await cci.open('/audit')
  await rowOf(page, 'Ferrández')
    .getByRole('link', { name: /^Verificar de Ferrández/ })
    .click()
  await page.waitForURL(url => url.pathname === verify({ participant, validation }))
})

accreditation('DOC-11 ERR-15: an evaluator is not finished without its accreditation date', async () => {
  const { page } = cci
  await page.getByRole('textbox', { name: 'Acreditación vigente hasta' }).waitFor()
  await says(cci, /Debe seleccionar una fecha de caducidad para este evaluador/)
  expect(await button('Finalizar').getAttribute('aria-disabled')).toBe('true')
  await cci.checkAccessible()
})

accreditation('FORM-18 LIM-32: a date is of tomorrow or later, and is held as YYYY-MM-DD', async () => {
  const { page } = cci
  const field = page.getByRole('textbox', { name: 'Acreditación vigente hasta' })
  await button('Abrir el calendario Acreditación vigente hasta').click()
  const calendar = page.getByRole('dialog', { name: 'Calendario' })
  expect(await calendar.getByRole('button', { name: /^21 nov/i }).isDisabled()).toBe(true)
  expect(await calendar.getByRole('button', { name: /^22 nov/i }).isDisabled()).toBe(false)
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'hidden' })
  await type(field, '21/11/2026')
  await says(cci, 'Debe ser de mañana o posterior')
  const saved = page.waitForRequest(request => request.method() === 'PATCH' && request.url().includes('/entity-audit/'))
  await type(field, '30/11/2027')
  expect((await saved).postDataJSON()).toEqual({ expiredAt: '2027-11-30', version: 1 })
  await says(cci, 'Al finalizar quedará aceptada y el participante lo sabrá.')
  expect(await button('Finalizar').getAttribute('aria-disabled')).toBeNull()
})

const view = steps()
view(
  'DOC-21: a documentation that is not pending is read-only with its note; what was rejected is not validated',
  async () => {
    const { page } = cci
    const { participant, validation } = await requestOf('Destrucción confidencial')
    await cci.open(`/documentation-view/${participant}-${validation}-AUDIT_REPORT`)
    await page.getByRole('main').getByText('Esta documentación ya ha sido revisada por el CCI').waitFor()
    await cci.open('/audit')
    await rowOf(page, 'Quintanilla').getByRole('button').first().click()
    const panel = page.getByRole('complementary', { name: 'Detalle' })
    await panel.getByText('Esta documentación ya ha sido validada por el CCI').waitFor()
    await panel.getByRole('link', { name: 'Documentación', exact: true }).click()
    await page.waitForURL('**/documentation-view/**')
    await page.getByRole('main').getByText('Esta documentación ya ha sido validada por el CCI').waitFor()
  },
)

view('DOC-18 DOC-19: the documentation view only uploads and downloads, and its arrow goes back', async () => {
  const { page } = cci
  const title = 'Declaración de independencia'
  await button(`Subir ${title}`).waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), button(`Descargar ${title}`).click()])
  expect(download.suggestedFilename()).toBe('declaracion-independencia.pdf')
  expect(await button(/^(Aceptar|Rechazar|Finalizar)/).count()).toBe(0)
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
  await cci.checkAccessible()
  await button('Volver').click()
  await page.waitForURL(url => url.pathname === '/audit')
})

const upload = steps()
upload('DOC-18: the owner uploads in the view of its own documentation, who else reads it does not', async () => {
  const { participant, validation } = await documentationOf('cantera')
  const view = `/documentation-view/${participant}-${validation}-DOC_MIN`
  const { cantera, entidad } = await stage.people(['cantera', 'entidad'])
  const title = 'Escritura de constitución'
  await entidad.open(view)
  await entidad.page.getByRole('button', { name: `Descargar ${title}` }).waitFor()
  expect(await entidad.page.getByRole('button', { name: /^Subir/ }).count()).toBe(0)
  await cantera.open(view)
  await cantera.page.getByRole('button', { name: `Subir ${title}` }).click()
  const dialog = cantera.page.getByRole('dialog', { name: `Subir «${title}»` })
  await cantera.checkAccessible()
  await pickFile(cantera.page, dialog.getByRole('button', { name: /^Cambiar/ }), file('plan-continuidad.pdf'))
  await expect
    .poll(async () => stored(validation, title))
    .toMatchObject({ status: 'PENDING', file_name: 'plan-continuidad.pdf', number: 2 })
  await Promise.all([cantera.close(), entidad.close()])
})

upload('DOC-20: the pending documentation of a provider that has requests goes to verify too', async () => {
  const { page } = cci
  const { participant, validation } = await documentationOf('cantera')
  await cci.open('/provider?provider=Cantera')
  await rowOf(page, 'Cantera').getByRole('button').first().click()
  const panel = page.getByRole('complementary', { name: 'Detalle' })
  await panel.getByText('Pendiente').first().waitFor()
  await panel.getByRole('link', { name: 'Documentación', exact: true }).click()
  await page.waitForURL(url => url.pathname === verify({ participant, validation }))
})

test('DOC-12 DOC-13: the company type of a provider is a select that begins as MICRO', async () => {
  const { page } = cci
  const participant = newId(START)
  const validation = newId(START)
  const { db } = portal.app
  await db
    .insertInto('participant')
    .values({ id: participant, kind: 'PROVIDER', name: 'Fresno Impresiones, S.L.', created_at: START })
    .execute()
  await db
    .insertInto('validation')
    .values({
      id: validation,
      participant_id: participant,
      kind: 'DOC_MIN',
      status: 'PENDING',
      created_at: START,
      sent_at: START,
    })
    .execute()
  await cci.open(verify({ participant, validation }))
  const select = page.getByRole('combobox', { name: 'Tipo de empresa' })
  await select.waitFor()
  expect(await select.inputValue()).toBe('MICRO')
  expect(await optionsOf(page, select)).toEqual(['MICRO', 'PYME', 'MEDIANA', 'GRANDE'])
  await choose(page, select, 'MEDIANA')
  await says(cci, 'Tipo de empresa guardado')
  const { company_type } = await db
    .selectFrom('participant')
    .select('company_type')
    .where('id', '=', participant)
    .executeTakeFirstOrThrow()
  expect(company_type).toBe('MEDIANA')
})

const verification = steps()
verification(
  'DOC-14 DOC-17 ERR-14: the required documents with state, date and file, and Finalizar not yet',
  async () => {
    const { page } = cci
    await cci.open(verify(await documentationOf('hontanar')))
    for (const words of ['DOCUMENTACIÓN REQUERIDA', 'ESTADO', 'FECHA DE CADUCIDAD', 'NOMBRE ARCHIVO'])
      await page.getByText(words, { exact: true }).first().waitFor()
    await decision().getByText('escritura-constitucion.pdf').waitFor()
    await says(cci, /Debe seleccionar una fecha de caducidad y descargar los documentos para avanzar en el proceso/)
    await button('Finalizar').click({ force: true })
    expect(new URL(page.url()).pathname).toContain('/documentation-verification/')
    expect(await button('Finalizar').getAttribute('aria-disabled')).toBe('true')
  },
)

verification('DOC-15: the expiry of a document is edited and saved by itself', async () => {
  const { validation } = await documentationOf('hontanar')
  await read()
  // The accept key moves to the missing field.
  await cci.page.keyboard.press('a')
  const date = decision().getByRole('textbox', { name: 'FECHA DE CADUCIDAD' })
  await expect.poll(() => date.evaluate(field => field === document.activeElement)).toBe(true)
  expect((await stored(validation, 'Escritura de constitución')).status).toBe('PENDING')
  await type(date, '31/12/2030')
  await expect.poll(async () => (await stored(validation, 'Escritura de constitución')).expires_on).toBe('2030-12-31')
})

verification('DOC-16: each document is downloaded, accepted, rejected and uploaded', async () => {
  const { page } = cci
  const { validation } = await documentationOf('hontanar')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    decision().getByRole('button', { name: 'Descargar' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('escritura-constitucion.pdf')
  await decision()
    .getByRole('button', { name: /^Aceptar/ })
    .click()
  await expect.poll(async () => (await stored(validation, 'Escritura de constitución')).status).toBe('ACCEPTED')

  const certificate = 'Certificado de estar al corriente con la AEAT'
  await open(certificate)
  await read()
  await decision()
    .getByRole('button', { name: /^Rechazar/ })
    .click()
  await decision().getByRole('textbox', { name: 'Motivo del rechazo' }).fill('Falta la segunda página.')
  await decision().getByRole('button', { name: 'Confirmar rechazo' }).click()
  await expect
    .poll(async () => stored(validation, certificate))
    .toMatchObject({ status: 'REJECTED', rejected_reason: 'Falta la segunda página.' })

  await open(certificate)
  await pickFile(page, decision().getByRole('button', { name: 'Subir otro archivo' }), file('plan-continuidad.pdf'))
  await expect
    .poll(async () => stored(validation, certificate))
    .toMatchObject({ status: 'PENDING', file_name: 'plan-continuidad.pdf', number: 2 })
})

verification('DOC-15: a date in the text of the document fills the expiry when it is pressed', async () => {
  const { page } = cci
  const { validation } = await documentationOf('hontanar')
  const paper = new PDFDocument({ compress: false })
  paper.text('Plan aprobado el 3 de mayo de 2024, válido hasta el 30 de junio de 2031.').end()
  const body = await buffer(paper)
  await page.route('**/api/v1/documents/*/content', async route =>
    route.fulfill({ response: await route.fetch(), body }),
  )
  await open('Plan de continuidad de negocio')
  const found = decision().getByRole('group', { name: 'Fechas que figuran en el documento' }).getByRole('button')
  await found.first().waitFor()
  await page.unroute('**/api/v1/documents/*/content')
  expect(await found.allInnerTexts()).toEqual(['30/06/2031'])
  // Another company's paper: a hint, and no obstacle.
  await decision()
    .getByText(/^No figura «/)
    .first()
    .waitFor()
  await found.first().click()
  expect(await decision().getByRole('textbox', { name: 'FECHA DE CADUCIDAD' }).inputValue()).toBe('30/06/2031')
  await expect
    .poll(async () => stored(validation, 'Plan de continuidad de negocio'))
    .toMatchObject({ status: 'PENDING', expires_on: '2031-06-30' })
})

verification('DOC-15: the expiry of what was accepted is corrected until the verification is finished', async () => {
  const { validation } = await documentationOf('hontanar')
  await open('Escritura de constitución')
  const field = decision().getByRole('textbox', { name: 'FECHA DE CADUCIDAD' })
  await decision().getByText('Puede corregirla hasta que finalice.').waitFor()
  expect(
    await decision()
      .getByRole('button', { name: /^Aceptar/ })
      .count(),
  ).toBe(0)
  await type(field, '')
  await decision().getByText('No puede estar vacio').waitFor()
  await type(field, '30/11/2029')
  await expect
    .poll(async () => stored(validation, 'Escritura de constitución'))
    .toMatchObject({ status: 'ACCEPTED', expires_on: '2029-11-30' })
  await cci.checkAccessible()
})

verification(
  'D63 DOC-16: what was decided by mistake is decided otherwise until the verification is finished',
  async () => {
    const { page } = cci
    const { validation } = await documentationOf('hontanar')
    const deed = 'Escritura de constitución'
    await open(deed)
    const change = decision().getByRole('button', { name: 'Cambiar la decisión' })
    await change.click()
    await decision().getByRole('button', { name: 'Dejarla como está' }).click()
    await change.waitFor()
    expect(await stored(validation, deed)).toMatchObject({ status: 'ACCEPTED' })

    await change.focus()
    await page.keyboard.press('Enter')
    // The focus is on the next action, not at the top of the page.
    await page.keyboard.press('Enter')
    await decision().getByRole('textbox', { name: 'Motivo del rechazo' }).fill('Es de otra empresa.')
    await decision().getByRole('button', { name: 'Confirmar rechazo' }).click()
    await expect
      .poll(async () => stored(validation, deed))
      .toMatchObject({ status: 'REJECTED', rejected_reason: 'Es de otra empresa.', expires_on: null })

    await open(deed)
    await change.click()
    expect(await decision().getByRole('textbox', { name: 'Motivo del rechazo' }).inputValue()).toBe(
      'Es de otra empresa.',
    )
    await type(decision().getByRole('textbox', { name: 'FECHA DE CADUCIDAD' }), '30/11/2029')
    await cci.checkAccessible()
    await decision()
      .getByRole('button', { name: /^Aceptar/ })
      .click()
    await expect
      .poll(async () => stored(validation, deed))
      .toMatchObject({ status: 'ACCEPTED', rejected_reason: '', expires_on: '2029-11-30' })
  },
)

verification('DOC-15 DOC-16: by keys alone one goes through the documents, dates one and accepts it', async () => {
  const { page } = cci
  const { validation } = await documentationOf('hontanar')
  const [deed, certificate] = ['Escritura de constitución', 'Certificado de estar al corriente con la AEAT']
  const heading = (name: string) => decision().getByRole('heading', { name })
  await open(deed)
  await page.keyboard.press('j')
  await heading(certificate).waitFor()
  await expect.poll(() => heading(certificate).evaluate(title => title === document.activeElement)).toBe(true)
  await page.keyboard.press('k')
  await heading(deed).waitFor()
  await page.keyboard.press('k')
  await page.keyboard.press('j')
  await heading(certificate).waitFor()
  await read()
  await decision().getByText('Solo falta la fecha.', { exact: true }).waitFor()
  await page.keyboard.press('a')
  await page.keyboard.type('01/01/2020')
  await page.keyboard.press('Enter')
  await decision().getByText('Debe ser de mañana o posterior').waitFor()
  expect((await stored(validation, certificate)).status).toBe('PENDING')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('31/12/2030')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => stored(validation, certificate))
    .toMatchObject({ status: 'ACCEPTED', expires_on: '2030-12-31' })
})

verification(
  'DOC-16: what was just accepted is shown as accepted, whatever was read before the portal heard of it',
  async () => {
    const { page } = cci
    const { validation } = await documentationOf('hontanar')
    const certificate = 'Certificado de estar al corriente con la Seguridad Social'
    const changes: (() => void)[] = []
    await page.route('**/api/v1/documents/**', async route => {
      if (route.request().method() === 'PATCH') await new Promise<void>(go => changes.push(go))
      await route.continue()
    })
    try {
      await open(certificate)
      await read()
      await type(decision().getByRole('textbox', { name: 'FECHA DE CADUCIDAD' }), '31/12/2030')
      await decision()
        .getByRole('button', { name: /^Aceptar/ })
        .click()
      const row = button(new RegExp(certificate)).first()
      await row.getByText('Aceptado').waitFor()
      await expect.poll(() => changes.length).toBe(1)
      // Read after the date, and before the queued decision.
      const dated = page.waitForResponse(async answer => {
        if (!answer.url().endsWith(`/api/v1/validations/${validation}`)) return false
        const { catalogDocuments } = (await answer.json()) as { catalogDocuments: Record<string, unknown>[] }
        const answered = catalogDocuments.find(each => each.documentCatalogName === certificate)
        return answered?.status === 'PENDING' && answered.expiredAt === '2030-12-31'
      })
      changes[0]!()
      await dated
      await expect.poll(() => changes.length).toBe(2)
      expect(await row.textContent()).toContain('Aceptado')
      await decision().getByRole('heading', { name: 'Póliza de responsabilidad civil' }).waitFor()
      changes[1]!()
      await expect.poll(async () => (await stored(validation, certificate)).status).toBe('ACCEPTED')
      await cci.quiet()
      expect(await row.textContent()).toContain('Aceptado')
    } finally {
      await page.unroute('**/api/v1/documents/**')
    }
  },
)

test('DOC-16: a decision that is refused after its screen was left is told, and moves nothing on the next screen', async () => {
  const { page } = cci
  const request = await requestOf('Digitalización certificada')
  let refuse = () => {}
  await page.route('**/api/v1/documents/**', async route => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await new Promise<void>(go => {
      refuse = go
    })
    const problem = { code: 'notFound', detail: 'Ese documento ya no está.', status: 404 }
    return route.fulfill({ status: 404, contentType: 'application/problem+json', body: JSON.stringify(problem) })
  })
  cci.expectComplaint(/status of 404 .*\/documents\//)
  try {
    await cci.open(verifyReport(request))
    await read()
    const asked = page.waitForRequest(call => call.method() === 'PATCH')
    await decision()
      .getByRole('button', { name: /^Aceptar/ })
      .click()
    await asked
    await cci.visit('/provider?provider=tramontana')
    await rowOf(page, 'Digitalización certificada').first().waitFor()
    refuse()
    await says(cci, 'Ese documento ya no está.')
    await cci.quiet()
    expect(new URL(page.url()).search).toBe('?provider=tramontana')
  } finally {
    await page.unroute('**/api/v1/documents/**')
  }
})

test('SCO-01 SCO-03: a report document is rejected with a reason, in a table of documents', async () => {
  const { page } = cci
  const request = await requestOf('Digitalización certificada')
  await cci.open(verifyReport(request))
  const table = page.getByRole('table', { name: 'Documentos del informe' })
  await table.waitFor()
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['DOCUMENTO', 'SERVICIO', 'ESTADO'])
  await rowOf(page, 'Informe de auditoría').getByText('Digitalización certificada').waitFor()
  await read()
  await decision()
    .getByRole('button', { name: /^Rechazar/ })
    .click()
  const reason = decision().getByRole('textbox', { name: 'Motivo del rechazo' })
  expect(await reason.evaluate(element => element.tagName)).toBe('TEXTAREA')
  await decision().getByRole('button', { name: 'Confirmar rechazo' }).click()
  await says(cci, 'Escriba el motivo del rechazo: el participante lo leerá tal cual.')
  await reason.fill('No lleva la firma del socio.')
  await decision().getByRole('button', { name: 'Confirmar rechazo' }).click()
  await expect
    .poll(async () => stored(request.validation, 'Informe de auditoría'))
    .toMatchObject({ status: 'REJECTED', rejected_reason: 'No lleva la firma del socio.' })
})

const scoring = steps()
scoring('ERR-13 ERR-16: what was not downloaded is not decided, and nothing advances before', async () => {
  const { page } = cci
  const problem = { code: 'workbookTooLarge', detail: refusals.workbookTooLarge.sentence, status: 409 }
  const answer = { status: 409, contentType: 'application/problem+json', body: JSON.stringify(problem) }
  await page.route('**/api/v1/documents/*/sheets', route => route.fulfill(answer))
  cci.expectComplaint(/status of 409 .*\/sheets/)
  await cci.open(verifyReport(await requestOf('Transporte de valija')))
  await open('Doc. Excel asociado')
  await says(cci, refusals.workbookTooLarge.sentence)
  await decision().getByText('Debe descargar y revisar el documento para poder verificarlo o rechazarlo').waitFor()
  for (const name of [/^Aceptar/, /^Rechazar/])
    expect(await decision().getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
  await says(cci, 'No se puede avanzar con documentos rechazados o pendientes de verificar')
  await button('Continuar').click({ force: true })
  expect(new URL(page.url()).search).not.toContain('paso')
  await cci.checkAccessible()
})

test('DOC-07 EXP-23: CCI edits its phrases, and one of them begins a reason with its slot selected', async () => {
  const { page } = cci
  await cci.open('/documentation-data-configuration')
  await button('Frases para rechazar').click()
  const dialog = page.getByRole('dialog', { name: 'Frases para rechazar' })
  await dialog.getByRole('textbox', { name: 'Frases' }).fill('No se lee.\nFalta la hoja …: súbala.')
  await cci.checkAccessible()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await says(cci, 'Frases guardadas')
  await cci.open(verify(await documentationOf('hontanar')))
  await open('Póliza de responsabilidad civil')
  await read()
  await decision()
    .getByRole('button', { name: /^Rechazar/ })
    .click()
  await decision().getByRole('button', { name: 'Falta la hoja …: súbala.' }).click()
  const reason = decision().getByRole('textbox', { name: 'Motivo del rechazo' })
  expect(await reason.inputValue()).toBe('Falta la hoja …: súbala.')
  // EXP-23: the phrases stand above the text that they begin.
  const phrases = decision().getByRole('group', { name: 'Frases' })
  const above = (await phrases.boundingBox())!
  expect(above.y + above.height).toBeLessThanOrEqual((await reason.boundingBox())!.y)
  await cci.checkAccessible()
  await page.keyboard.type('3')
  await expect.poll(() => reason.inputValue()).toBe('Falta la hoja 3: súbala.')
  await decision().getByRole('button', { name: 'Cancelar' }).click()
})

let letGo = () => {}
const scored = new Promise<void>(resolve => {
  letGo = resolve
})

scoring('SCO-02 SCO-04: each document is accepted, and Continuar leads to the score step', async () => {
  const { page } = cci
  const { validation } = await requestOf('Transporte de valija')
  await page.unroute('**/api/v1/documents/*/sheets')
  await Promise.all([page.waitForEvent('download'), decision().getByRole('button', { name: 'Descargar' }).click()])
  await read()
  await cci.open(verifyReport(await requestOf('Transporte de valija')))
  await open('Doc. Excel asociado')
  const sheet = page.getByRole('tabpanel').getByRole('table', { name: /^Hoja «Controles evaluados»: 33 filas/ })
  await sheet.getByRole('columnheader', { name: 'Enunciado' }).waitFor()
  await cci.checkAccessible()
  await page.getByRole('searchbox', { name: /^Buscar en controles/ }).fill('RESTAURACION')
  await page.getByRole('status').filter({ hasText: '1 fila con «RESTAURACION».' }).waitFor()
  expect(await sheet.getByRole('rowheader').allInnerTexts()).toEqual(['1', '18'])
  await page.keyboard.press('Escape')
  await sheet.getByRole('cell', { name: 'GS-01' }).waitFor()
  // The keys decide again: they belong to no field.
  await page.keyboard.press('r')
  await decision().getByRole('textbox', { name: 'Motivo del rechazo' }).press('Escape')
  await decision()
    .getByRole('button', { name: /^Aceptar/ })
    .click()
  await expect.poll(async () => (await stored(validation, 'Doc. Excel asociado')).status).toBe('ACCEPTED')
  await open('Informe de auditoría')
  await read()
  // Not required before the score: 'SCO-09 SCO-10' allows it.
  await page.route('**/api/v1/documents/**', async route => {
    if (route.request().method() === 'PATCH') await scored
    await route.continue()
  })
  await decision()
    .getByRole('button', { name: /^Aceptar/ })
    .click()
  await page.getByText('2 de 2').first().waitFor()
  await page.locator('[data-foot] svg[data-sealed]').waitFor()
  await button('Continuar').click()
  await page.waitForURL('**/report-verification/**paso=2**')
})

scoring('SCO-06: the score step names report, service, evaluator, expiry, rating and opinion', async () => {
  const main = cci.page.getByRole('main')
  for (const words of [
    'INFORME',
    'SERVICIO',
    'EVALUADOR',
    'FECHA CADUCIDAD',
    'CALIFICACIÓN',
    'DICTAMEN DE CALIFICACIÓN',
    'Transporte de valija',
    'informe-auditoria.pdf',
  ])
    await main.getByText(words, { exact: true }).first().waitFor()
  await main.getByText('Auditoría Somport, S.L.P.').first().waitFor()
  // Beside levels that are letters, a dimension's initial would look like one.
  for (const place of [
    main.getByRole('group', { name: 'Calificación' }),
    main.getByRole('complementary', { name: 'ASÍ LO VERÁN LAS ENTIDADES' }),
  ]) {
    const words = (await place.allInnerTexts()).flatMap(text => text.split(/\s+/))
    expect(words).toContain('Integridad')
    expect(words).not.toContain('I')
  }
})

scoring('ERR-17 SCO-07 SCO-08: without expiry, rating and opinion it is not finished; both are edited', async () => {
  const { page } = cci
  const date = page.getByRole('textbox', { name: 'Fecha caducidad' })
  expect(await date.inputValue()).toBe('21/11/2027')
  await type(date, '')
  await button('Finalizar').click()
  await says(cci, 'Debe seleccionar una fecha de caducidad y una calificación y adjuntar el dictamen de calificación')
  await type(date, '15/10/2027')
  for (const [dimension, level] of [
    ['Confidencialidad', 'A+'],
    ['Integridad', 'B'],
    ['Disponibilidad', 'C'],
  ] as const)
    await giveLevel(page, dimension, level)
})

scoring(
  'SCO-09 SCO-10: the opinion is uploaded and Finalizar publishes the score, after the decisions before it',
  async () => {
    const { page } = cci
    const { validation } = await requestOf('Transporte de valija')
    await pickFile(page, button('Elegir archivo'), file('dictamen-calificacion.pdf'))
    await page.getByRole('listitem').filter({ hasText: 'dictamen-calificacion.pdf' }).first().waitFor()
    expect((await stored(validation, 'Informe de auditoría')).status).toBe('PENDING')
    await portal.asOwner(`insert into favourite (entity_id, provider_id, created_at)
      select e.id, v.participant_id, v.created_at from participant e, validation v
      where e.kind = 'ENTITY' and v.id = '${validation}' on conflict do nothing`)
    await button('Finalizar').click()
    const question = page.getByRole('alertdialog', { name: 'Publicar la calificación' })
    await question.getByText(/^Se avisará a \d+ entidades que siguen al proveedor: \S+/).waitFor()
    await question.getByRole('button', { name: 'Publicar y avisar' }).click()
    letGo()
    await page.waitForURL('**/provider*')
    await page.unroute('**/api/v1/documents/**')
    const score = await portal.app.db
      .selectFrom('score')
      .select(['rating', 'expires_on', 'file_name'])
      .where('validation_id', '=', validation)
      .executeTakeFirstOrThrow()
    expect(score).toEqual({ rating: 'A+/B/C', expires_on: '2027-10-15', file_name: 'dictamen-calificacion.pdf' })
  },
)

test('VAL-11 D11: a request whose accepted report has lapsed says so, and CCI deletes it where it reads that', async () => {
  const { page } = cci
  const centre = await portal.signIn('cci@almotacen.example')
  const [provider, evaluator] = [
    await portal.signIn('proveedor@almotacen.example'),
    await portal.signIn('somport@almotacen.example'),
  ]
  const validation = await freshRequest(centre, provider, evaluator)
  await acceptReport(centre, validation)
  await portal.app.db
    .updateTable('document_version')
    .set({ expires_on: '2026-11-01' })
    .where('document_id', 'in', eb => eb.selectFrom('document').select('id').where('validation_id', '=', validation))
    .execute()
  await cci.open(verifyReport({ participant: provider.me.idGenericEntity, validation }))
  await says(cci, /Un documento de la solicitud ha caducado\. Elimine la solicitud/)
  expect(await button('Continuar').getAttribute('aria-disabled')).toBe('true')
  await button('Eliminar solicitud').click()
  const dialog = page.getByRole('alertdialog', { name: 'Eliminar solicitud' })
  await dialog.getByText('El proveedor no recibe ningún aviso').waitFor()
  await cci.checkAccessible()
  await dialog.getByRole('button', { name: 'Eliminar', exact: true }).click()
  await page.waitForURL('**/provider*')
  await says(cci, 'Solicitud eliminada')
  const gone = await provider.call(readValidation, { params: { id: validation } })
  expect(gone.status).toBe(404)
})
