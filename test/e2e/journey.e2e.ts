import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { demoCif } from '#server/demo/people.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { DAY } from '#server/platform/clock.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { giveLevel, openStage } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { steps } from '#test/support/steps.ts'

/*
 * The main journey of the portal, in the browser, in order: each test is a step that continues the previous one. Real
 * PostgreSQL, real files, real mail; only the clock is moved.
 */

const root = join(import.meta.dirname, '../..')
const file = (name: string) => join(root, 'src/server/demo/files', name)
const fixture = (name: string) => join(root, 'test/fixtures/entities', name)
const PROVIDER = 'ana.beltran@sierranorte.example'
const EVALUATOR = 'luis.marti@martiauditores.example'
const OWN_PASSWORD = 'Sierra.Norte.26'
const COMPANY = 'Sierra Norte Custodia, S.L.'
const SERVICE = 'Custodia documental'

let portal: TestPortal
let stage: Stage
let cci: Visitor
let provider: Visitor
let evaluator: Visitor
let entity: Visitor

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  // The spreadsheets name real banks, as does the demo data: its codes are changed here.
  await portal.app.db.updateTable('participant').set({ nrbe: '' }).where('kind', '=', 'ENTITY').execute()
  stage = await openStage(portal)
  ;[cci, provider, evaluator, entity] = (await Promise.all(Array.from({ length: 4 }, () => stage.visitor()))) as [
    Visitor,
    Visitor,
    Visitor,
    Visitor,
  ]
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

/** The newest mail to an address. */
async function mailTo(address: string, subject: RegExp): Promise<string> {
  const mails = await portal.mails()
  const mail = mails.filter(({ to, subject: text }) => to === address && subject.test(text)).at(-1)
  expect(mail, `a mail to ${address} about ${subject}`).toBeDefined()
  return mail!.text
}

const oneTimePassword = async (address: string) => /Contraseña: (\S+)/.exec(await mailTo(address, /Invitación/))![1]!

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).first().fill(value)
}

async function choose(page: Page, label: string | RegExp, option: string | RegExp, nth = 0): Promise<void> {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .nth(nth)
    .click()
  await page
    .getByRole('option', { name: option, exact: typeof option === 'string' })
    .first()
    .click()
}

/** Picks a file as a user does: with the button and the file dialog. */
async function pick(page: Page, button: Locator, ...paths: string[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
  await chooser.setFiles(paths)
}

/** The text is somewhere on the screen. */
const says = (visitor: Visitor, text: string | RegExp) =>
  visitor.page.getByText(text).filter({ visible: true }).first().waitFor()

const pathOf = (visitor: Visitor) => new URL(visitor.page.url()).pathname

/** Moves the clock past the end of every session, while no page is open that would get a refusal. */
async function leap(ms: number): Promise<void> {
  for (const { page } of [cci, provider, evaluator, entity]) await page.goto('about:blank')
  portal.clock.move(ms)
}

/** First sign-in with the mailed password: read the policy, choose a password (D7). */
async function enterFirstTime(visitor: Visitor, email: string, ownPassword: string): Promise<void> {
  const { page } = visitor
  const password = await oneTimePassword(email)
  await visitor.signIn(email, password)
  expect(pathOf(visitor)).toBe('/auth/change-password')
  expect(await page.getByRole('checkbox').isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Leer la política de privacidad' }).click()
  await page.getByRole('dialog').locator('canvas').first().waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Aceptar' }).click()
  await page.getByRole('checkbox').check()
  await fill(page, {
    'Contraseña actual': password,
    'Contraseña nueva': ownPassword,
    'Repita la contraseña nueva': ownPassword,
  })
  await visitor.checkAccessible()
  await page.getByRole('button', { name: 'Cambiar la contraseña' }).click()
  await page.waitForURL('**/auth/mandatory-data*')
}

async function fillAddress(page: Page): Promise<void> {
  await choose(page, 'Tipo de vía', 'Calle')
  await fill(page, { 'Nombre de la vía': 'Reina Casilda', Número: '14', 'Código postal': '28045', Municipio: 'Madrid' })
  await choose(page, 'Provincia', 'Madrid')
  await page.getByRole('checkbox', { name: 'Es la misma que la dirección' }).check()
}

async function uploadRequired(page: Page, files: Record<string, string>): Promise<void> {
  for (const [title, name] of Object.entries(files)) {
    const row = page.getByRole('listitem').filter({ hasText: title })
    await pick(page, row.getByRole('button').first(), file(name))
    await row.getByText(name).waitFor()
  }
}

/** Follows a notification of the bell. */
async function openNotice(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /notificaci/i }).click()
  await page.getByRole('dialog', { name: 'Notificaciones' }).getByText(text).first().click()
}

/** CCI verifies one document: opens it, dates it, decides. */
async function decideDocument(
  page: Page,
  title: string,
  { expiry, reason }: { expiry?: string; reason?: string },
): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(title) })
    .first()
    .click()
  await page.getByRole('heading', { name: title }).waitFor()
  await page.getByText('Abierto. Ya puede decidir.').waitFor()
  if (expiry) {
    const date = page.getByRole('textbox', { name: 'FECHA DE CADUCIDAD' })
    await date.fill(expiry)
    await date.press('Tab')
  }
  if (reason) {
    await page.getByRole('button', { name: 'Rechazar' }).click()
    await page.getByRole('textbox', { name: /[Mm]otivo/ }).fill(reason)
    await page.getByRole('button', { name: 'Confirmar rechazo' }).click()
  } else {
    await page.getByRole('button', { name: /^Aceptar/ }).click()
  }
}

const step = steps()
step('AUTH-09 ROUTE-10: CCI signs in and lands on its queue', async () => {
  await cci.open('/auth/sign-in')
  await cci.checkAccessible()
  await cci.signIn('cci@almotacen.example')
  expect(pathOf(cci)).toBe('/provider')
  await says(cci, 'Cola de verificación')
  await cci.checkAccessible()
})

step('INV-01 ROUTE-21 ERR-03: CCI invites a provider and an evaluator, each once', async () => {
  const { page } = cci
  await page.getByRole('link', { name: 'Invitaciones' }).click()
  await page.getByRole('button', { name: 'Enviar invitación' }).click()
  await says(cci, 'Introduzca un correo para enviar la invitación.')
  for (const [kind, email] of [
    ['Proveedor', PROVIDER],
    ['Evaluador', EVALUATOR],
  ] as const) {
    await page.getByRole('radio', { name: kind }).check()
    await page.getByLabel('Correo electrónico').fill(` ${email.toUpperCase()} `)
    await page.getByRole('button', { name: 'Enviar invitación' }).click()
    await page.getByRole('row', { name: new RegExp(email) }).waitFor()
  }
  cci.expectComplaint(/status of 409 .* \/api\/v1\/invitations$/)
  await page.getByLabel('Correo electrónico').fill(PROVIDER)
  await page.getByRole('button', { name: 'Enviar invitación' }).click()
  await says(cci, 'Esta dirección electrónica ya tiene una invitación a Almotacén. Introduzca otro correo.')
  await cci.checkAccessible()
})

step('INV-02 ERR-05: the preload names each wrong row, and takes a sheet written by Calc', async () => {
  const { page } = cci
  await page.getByRole('button', { name: 'Precarga masiva de entidades' }).click()
  const dialog = page.getByRole('dialog')
  await pick(page, dialog.getByRole('button', { name: 'Elegir archivo' }), fixture('entidades-con-errores.xlsx'))
  await dialog.getByRole('button', { name: /^Enviar \d+ invitaciones$/ }).click()
  await dialog.getByText('Error en la generación de invitaciones. Por favor, revise la plantilla.').waitFor()
  const wrong = dialog.locator('[aria-invalid=true]')
  expect(await wrong.count()).toBeGreaterThan(3)
  expect(await wrong.first().evaluate(cell => document.activeElement === cell)).toBe(true)
  expect(await wrong.first().getAttribute('aria-describedby')).toBeTruthy()
  await cci.checkAccessible()
  await pick(page, dialog.getByRole('button', { name: 'Cambiar' }), fixture('entidades.ods'))
  const first = dialog.getByRole('textbox', { name: 'Código NRBE, fila 2' })
  await first.fill('49x')
  await dialog.getByText('«49x» no es un código NRBE. Escriba cuatro cifras, por ejemplo 0049.').waitFor()
  await first.fill('0049')
  await dialog.getByRole('button', { name: 'Dejar fuera la fila 3' }).click()
  await dialog.getByRole('button', { name: 'Enviar 15 invitaciones' }).click()
  await dialog.getByText('Se han enviado 15 invitaciones.').waitFor()
  await dialog.getByText(/^Correos que han salido: 0 de 15\./).waitFor()
  await portal.mails()
  await dialog.getByText(/^Correos que han salido: 15 de 15\./).waitFor()
  await cci.checkAccessible()
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
  await dialog.waitFor({ state: 'hidden' })
  const invited = (await portal.mails()).filter(
    ({ subject, to }) => /Invitación/.test(subject) && !/sierranorte|martiauditores/.test(to),
  )
  expect(invited.length).toBeGreaterThan(10)
})

step(
  'AUTH-06 AUTH-12 AUTH-13: the invited provider enters once with the mailed password and chooses its own',
  async () => {
    await enterFirstTime(provider, PROVIDER, OWN_PASSWORD)
  },
)

step('ONB-01 ONB-06 ONB-10: the data tab says each wrong field, and a draft survives closing the page', async () => {
  const { page } = provider
  await fill(page, {
    Nombre: COMPANY,
    CIF: 'B-0047218 9',
    'Nombre comercial': 'Sierra Norte',
    CNAE: '63.11',
    Web: 'www.sierranorte.example',
    'Correo electrónico': 'info@sierranorte.example',
    'Contacto de facturación': 'Begoña Iriarte Sanz',
    'Correo de facturación': 'facturas@sierranorte.example',
    'Correo del responsable de seguridad': 'seguridad@sierranorte',
    'Correo para incidencias': 'incidencias@sierranorte.example',
  })
  await page.getByRole('button', { name: 'Continuar' }).click()
  await says(provider, /CIF erróneo: el carácter de control no es correcto/)
  await says(provider, 'Correo electrónico no válido')
  await provider.checkAccessible()
  await fill(page, {
    CIF: demoCif('B', '0147218'),
    'Correo del responsable de seguridad': 'seguridad@sierranorte.example',
  })
  await fillAddress(page)
  for (const figure of ['Volumen de facturación', 'Resultados']) {
    const inputs = page.getByRole('textbox', { name: new RegExp(`^${figure}`) })
    for (let year = 0; year < 3; year++) await inputs.nth(year).fill(year === 2 ? '-298' : '4.812')
  }
  await page.getByRole('button', { name: 'Guardar' }).click()
  await says(provider, /Borrador guardado/)
  await page.reload()
  await page.getByLabel('Nombre comercial').waitFor()
  expect(await page.getByLabel('Nombre comercial').inputValue()).toBe('Sierra Norte')
})

step('ONB-02 FORM-53 ONB-09: without every document nothing is sent; with them it is, and home follows', async () => {
  const { page } = provider
  await page.getByRole('tab', { name: /Documentación requerida/ }).click()
  await page.getByRole('button', { name: 'Enviar' }).click()
  await says(provider, 'Introduzca todos los documentos antes de enviar la documentación.')
  await provider.checkAccessible()
  await uploadRequired(page, {
    'Escritura de constitución': 'escritura-constitucion.pdf',
    'Certificado de estar al corriente con la AEAT': 'certificado-aeat.pdf',
    'Certificado de estar al corriente con la Seguridad Social': 'certificado-seguridad-social.pdf',
    'Póliza de responsabilidad civil': 'poliza-responsabilidad-civil.pdf',
  })
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.waitForURL(url => url.pathname === '/')
  expect(await page.getByRole('navigation', { name: 'Menú principal' }).count()).toBe(0)
  await provider.checkAccessible()
})

step('NOTIF-09 DOC-14 DOC-17: the bell brings CCI to the documents, each read before it is decided', async () => {
  const { page } = cci
  await page.reload()
  await openNotice(page, `${COMPANY} ha enviado documentación para verificar.`)
  await page.waitForURL('**/documentation-verification/**')
  for (const heading of ['DOCUMENTACIÓN REQUERIDA', 'FECHA DE CADUCIDAD', 'NOMBRE ARCHIVO']) await says(cci, heading)
  await cci.checkAccessible()
  await decideDocument(page, 'Escritura de constitución', { expiry: '31/12/2030' })
  await decideDocument(page, 'Certificado de estar al corriente con la AEAT', { expiry: '12/05/2027' })
  await decideDocument(page, 'Certificado de estar al corriente con la Seguridad Social', {
    reason: 'El certificado está caducado. Suba uno de este mes.',
  })
  // It is disabled; pressing it says why.
  await page.getByRole('button', { name: 'Finalizar' }).click({ force: true })
  await says(cci, /Debe seleccionar una fecha de caducidad y descargar los documentos para avanzar en el proceso/)
  expect(pathOf(cci)).toContain('/documentation-verification/')
  await decideDocument(page, 'Póliza de responsabilidad civil', { expiry: '30/06/2027' })
  await page.getByRole('button', { name: 'Finalizar' }).click()
  await page.waitForURL('**/provider*')
})

step('NOTIF-11 ROUTE-15 DOC-16: the provider reads why, uploads again, and is accepted', async () => {
  const { page } = provider
  expect(await mailTo(PROVIDER, /[Dd]ocumentación rechazada/)).toContain('Seguridad Social')
  await page.reload()
  await openNotice(page, /El CCI ha rechazado/)
  await page.waitForURL('**/own-documentation*')
  await says(provider, 'El certificado está caducado. Suba uno de este mes.')
  await provider.checkAccessible()
  // A file that CCI has not read yet for this provider (EASE-04).
  await pick(page, page.getByRole('button', { name: /^Sustituir .*seguridad.social/i }), file('certificado-roac.pdf'))
  await says(provider, /Pendiente/)

  await cci.page.reload()
  await openNotice(cci.page, `${COMPANY} ha enviado documentación para verificar.`)
  await decideDocument(cci.page, 'Certificado de estar al corriente con la Seguridad Social', { expiry: '20/05/2027' })
  await cci.page.getByRole('button', { name: 'Finalizar' }).click()
  await cci.page.waitForURL('**/provider*')

  await page.goto('/')
  await page.getByRole('navigation', { name: 'Menú principal' }).waitFor()
  const user = await portal.app.db
    .selectFrom('portal_user')
    .select('status')
    .where('email', '=', PROVIDER)
    .executeTakeFirstOrThrow()
  expect(user.status).toBe('ACCEPTED')
})

step('REP-01 REP-03 FORM-52: the provider asks for the verification of its report', async () => {
  const { page } = provider
  await page.getByRole('link', { name: 'Envío informe de auditoría' }).click()
  await says(provider, 'Enviar solicitud de verificación de informe de auditoría')
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await says(provider, /Rellene todos los campos y suba la documentación necesaria/)
  await provider.checkAccessible()
  await choose(page, /Servicio/, new RegExp(SERVICE))
  await choose(page, /Evaluador/, /Quintanilla/)
  await page.getByRole('textbox', { name: /Concepto/ }).fill('Centro de Alcobendas')
  for (const [title, name] of [
    ['Informe de auditoría', 'informe-auditoria.pdf'],
    ['Doc. Excel asociado', 'controles-evaluados.xlsx'],
  ] as const) {
    await pick(page, page.getByRole('listitem').filter({ hasText: title }).getByRole('button').first(), file(name))
  }
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await page.waitForURL(url => url.pathname === '/')
  expect(await mailTo('evaluador@almotacen.example', /[Ee]legido como evaluador/)).toContain(COMPANY)
})

/** CCI opens and accepts both documents of the report and continues to the score step. */
async function acceptReport(page: Page): Promise<void> {
  for (const title of ['Informe de auditoría', 'Doc. Excel asociado']) {
    await page
      .getByRole('button', { name: new RegExp(title) })
      .first()
      .click()
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByText('Abierto. Ya puede decidir.').waitFor()
    await page.getByRole('button', { name: /^Aceptar/ }).click()
  }
  await page.getByText('2 de 2').first().waitFor()
  await page.getByRole('button', { name: 'Continuar' }).click()
}

async function giveScore(page: Page, levels: Record<string, string>): Promise<void> {
  for (const [dimension, level] of Object.entries(levels)) await giveLevel(page, dimension, level)
  await pick(page, page.getByRole('button', { name: 'Elegir archivo' }), file('dictamen-calificacion.pdf'))
  await page.getByRole('button', { name: 'Finalizar' }).click()
  await page.waitForURL('**/provider*')
}

step('NOTIF-12 SCO-04 SCO-10: CCI verifies the report, scores it, and it is qualified', async () => {
  const { page } = cci
  await page.reload()
  await openNotice(page, `${COMPANY} ha enviado el informe`)
  await page.waitForURL('**/report-verification/**')
  for (const heading of ['DOCUMENTO', 'SERVICIO', 'ESTADO']) await says(cci, heading)
  await page.getByRole('button', { name: 'Continuar' }).click({ force: true })
  await says(cci, 'No se puede avanzar con documentos rechazados o pendientes de verificar')
  await cci.checkAccessible()
  await acceptReport(page)
  for (const heading of ['INFORME', 'EVALUADOR', 'FECHA CADUCIDAD', 'CALIFICACIÓN', 'DICTAMEN DE CALIFICACIÓN'])
    await says(cci, heading)
  await cci.checkAccessible()
  await page.getByRole('button', { name: 'Finalizar' }).click()
  await says(cci, 'Debe seleccionar una fecha de caducidad y una calificación y adjuntar el dictamen de calificación')
  await cci.checkAccessible()
  await giveScore(page, { Confidencialidad: 'A', Integridad: 'B', Disponibilidad: 'A+' })
  expect(await mailTo(PROVIDER, /[Cc]alificación publicada/)).toContain('A/B/A+')
})

step('SRCH-01 SRCH-08 SRCH-11: a bank finds it, marks it, and reads its documents and dictamen', async () => {
  const { page } = entity
  await entity.signIn('entidad@almotacen.example')
  expect(pathOf(entity)).toBe('/')
  await entity.checkAccessible()
  await entity.open('/provider')
  await says(entity, 'BÚSQUEDA PROVEEDORES')
  await page.getByLabel('Proveedor', { exact: true }).first().fill('siérra norte')
  const row = page.getByRole('row').filter({ hasText: 'Sierra Norte' })
  await row.getByText('Calificado').waitFor()
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Cantera' }).count()).toBe(0)
  const star = page.getByRole('button', { name: /^Favorito: Sierra Norte/ })
  await star.click()
  await page.locator('[aria-pressed=true]').first().waitFor()
  await entity.checkAccessible()
  await row.getByText('Sierra Norte').first().click()
  await page.getByRole('button', { name: 'Dictamen' }).click()
  const dialog = page.getByRole('dialog').last()
  await dialog.getByText('dictamen-calificacion.pdf').first().waitFor()
  await Promise.all([
    page.waitForEvent('download'),
    dialog
      .getByRole('button', { name: /[Dd]escargar/ })
      .first()
      .click(),
  ])
  await page.keyboard.press('Escape')
  await page
    .getByRole('link', { name: /^Documentación/ })
    .first()
    .click()
  await page.waitForURL('**/documentation-view/**')
  await page.getByText('Escritura de constitución').first().waitFor()
  await entity.checkAccessible()
})

step('ROUTE-09 SRCH-03 NOTIF-01: the evaluator sees what it evaluated', async () => {
  await evaluator.signIn('evaluador@almotacen.example')
  expect(pathOf(evaluator)).toBe('/')
  await evaluator.checkAccessible()
  await evaluator.open('/provider')
  await evaluator.page.getByRole('row').filter({ hasText: 'Sierra Norte' }).getByText('Calificado').waitFor()
  expect(await mailTo('evaluador@almotacen.example', /[Cc]alificación publicada/)).toContain(SERVICE)
})

step('VAL-06 NOTIF-15: with the clock moved on the score is lapsed, announced once each', async () => {
  await leap(366 * DAY)
  const announced = await announceExpiries(portal.app)
  expect(announced).toBeGreaterThan(0)
  expect(await announceExpiries(portal.app)).toBe(0)
  for (const address of [PROVIDER, 'evaluador@almotacen.example', 'entidad@almotacen.example']) {
    const lapsed = (await portal.mails()).filter(
      ({ to, subject }) => to === address && /[Cc]alificación caducada/.test(subject),
    )
    expect(
      lapsed.filter(({ text }) => text.includes(COMPANY)),
      address,
    ).toHaveLength(1)
  }
  await provider.signIn(PROVIDER, OWN_PASSWORD)
  const { page } = provider
  await provider.open('/provider')
  await page.getByRole('row').filter({ hasText: SERVICE }).getByText('Caducada', { exact: true }).waitFor()
  await provider.checkAccessible()
})

step('REP-11 ROUTE-28 REP-03: the provider renews it, and CCI qualifies it again', async () => {
  // A year later the evaluator's accreditation has ended too: CCI renews it first (D49).
  await portal.app.db
    .updateTable('participant')
    .set({ accredited_until: '2029-12-31' })
    .where('business_name', 'like', 'Quintanilla%')
    .execute()
  const { page } = provider
  await page.reload()
  await page.getByRole('link', { name: `Renovar la solicitud de ${SERVICE}` }).click()
  await page.waitForURL('**/send-report/**')
  for (const [title, name] of [
    ['Informe de auditoría', 'informe-auditoria.pdf'],
    ['Doc. Excel asociado', 'controles-evaluados.xlsx'],
  ] as const) {
    await pick(
      page,
      page
        .getByRole('listitem')
        .filter({ hasText: title })
        .getByRole('button', { name: /[Cc]ambiar|[Ss]ustituir|[Ee]legir|[Ss]ubir/ })
        .first(),
      file(name),
    )
  }
  await page
    .getByRole('button', { name: /^Enviar/ })
    .last()
    .click()
  await page.waitForURL(url => url.pathname === '/')
  const request = await portal.app.db
    .selectFrom('validation as v')
    .innerJoin('participant as p', 'p.id', 'v.participant_id')
    .select(['v.id', 'v.participant_id', 'v.request_type', 'v.status'])
    .where('p.name', '=', COMPANY)
    .where('v.kind', '=', 'AUDIT_REPORT')
    .executeTakeFirstOrThrow()
  expect(request).toMatchObject({ request_type: 'RENEWAL', status: 'PENDING' })

  await cci.signIn('cci@almotacen.example')
  await cci.open(`/report-verification/${request.participant_id}-${request.id}-AUDIT_REPORT`)
  await acceptReport(cci.page)
  await giveScore(cci.page, { Confidencialidad: 'A+', Integridad: 'A', Disponibilidad: 'A+' })
  await provider.open('/provider')
  await page.getByRole('row').filter({ hasText: SERVICE }).getByText('Calificado').waitFor()
})

step('VAL-07 LIM-29: two years later it is expired, and the trail of it all is whole', async () => {
  await leap(800 * DAY)
  await provider.signIn(PROVIDER, OWN_PASSWORD)
  await provider.open('/provider')
  await provider.page.getByRole('row').filter({ hasText: SERVICE }).getByText('Expirada', { exact: true }).waitFor()
  expect(await verifyAuditLog(portal.app.db)).toMatchObject({ ok: true })
  for (const visitor of [cci, provider, evaluator, entity]) await visitor.close()
})
