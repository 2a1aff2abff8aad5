import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { factsIn } from '#domain/report-request/certificate/certificate.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { ok } from '#test/support/answers.ts'
import { newAccessibilityFaults } from '#test/support/axe.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { dropFiles, openStage, pathOf, pickFile, says } from '#test/support/browser.ts'
import { acceptReport, freshRequest, pdf, publish } from '#test/support/documents.ts'
import { independence, setRules } from '#test/support/independence.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { expectSound, expectSoundInDark } from '#test/support/states.ts'
import { steps } from '#test/support/steps.ts'

/* From the declaration of an evaluator to the telephone of a person who checks the certificate. */

const people = ['cci', 'somport', 'proveedor', 'entidad'] as const
const dictamen = pdf('dictamen comprobado')

let portal: TestPortal
let stage: Stage
let visitors: Record<(typeof people)[number], Visitor>
let guest: Visitor
let cci: Caller
let request: string
let provider: string
let service: string
let folder: string

beforeAll(async () => {
  // The browser hashes only in a secure context.
  portal = await startTestPortal({ withWeb: true, atLocalhost: true })
  stage = await openStage(portal)
  visitors = await stage.people(people)
  guest = await stage.visitor({ width: 360, touch: true, name: 'guest' })
  cci = await portal.signIn('cci@almotacen.example')
  const evaluator = await portal.signIn('somport@almotacen.example')
  const owner = await portal.signIn('proveedor@almotacen.example')
  provider = owner.me.idGenericEntity
  await setRules(cci, { requireIndependence: true, publicVerification: true, rotationCount: 2 })
  request = await freshRequest(cci, owner, evaluator)
  service = (await ok(cci.call(readValidation, { params: { id: request } }))).service
  await acceptReport(cci, request)
  folder = await mkdtemp(join(tmpdir(), 'certificado-'))
  await writeFile(join(folder, 'dictamen.pdf'), dictamen.content)
  await writeFile(join(folder, 'otro.pdf'), pdf('otro dictamen').content)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
  if (folder) await rm(folder, { recursive: true })
})

const codeOf = async () => {
  const { canonical } = await portal.app.db
    .selectFrom('certificate as c')
    .innerJoin('score as k', 'k.id', 'c.score_id')
    .select('c.canonical')
    .where('k.validation_id', '=', request)
    .executeTakeFirstOrThrow()
  return factsIn(canonical).code
}

const road = steps()

road('SEAL-01: the evaluator finds what to declare, answers five questions and explains a yes', async () => {
  const { page } = visitors.somport
  await visitors.somport.open('/independence')
  await page.getByRole('link', { name: new RegExp(`^Declarar.*${service}$`) }).click()
  await says(visitors.somport, 'El CCI no publica la calificación sin su declaración.')
  await page.getByRole('button', { name: 'Declarar' }).click()
  expect(await page.getByText('Responda sí o no').count()).toBe(5)
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('declaracion-financialInterest')
  const answer = (question: RegExp, word: 'Sí' | 'No') =>
    page.getByRole('radiogroup', { name: question }).getByRole('radio', { name: word, exact: true }).check()
  await answer(/interés financiero/, 'No')
  await answer(/últimos 24 meses/, 'Sí')
  for (const question of [/vínculo personal/, /en el diseño/, /honorarios/]) await answer(question, 'No')
  const text = page.getByRole('textbox', { name: 'Explique las respuestas afirmativas' })
  await page.getByRole('button', { name: 'Declarar' }).click()
  await says(visitors.somport, /Explique la respuesta afirmativa, con al menos 10 caracteres/)
  await text.fill('Asesoramos al proveedor en 2025.')
  await expectSound(visitors.somport, 'declaration')
  await page.getByRole('button', { name: 'Declarar' }).click()
  await says(visitors.somport, 'Declaración guardada. El CCI ha recibido el aviso y decide si le admite.')
  await says(visitors.somport, 'Espera la decisión del CCI')
  expect((await independence(cci, request)).declaration).toMatchObject({ status: 'CONFLICT' })
})

road(
  'SEAL-04 SEAL-08: the score step shows declaration, accreditation and ratings in a row before the rating',
  async () => {
    const { page } = visitors.cci
    await visitors.cci.open(`/report-verification/${provider}-${request}-AUDIT_REPORT?paso=2`)
    const pane = page.getByRole('region', { name: 'Independencia' })
    await pane.getByText('Con posible conflicto', { exact: true }).waitFor()
    await pane.getByText('«Asesoramos al proveedor en 2025.»').waitFor()
    await pane.getByText(/^Acreditación vigente hasta el/).waitFor()
    await pane.getByText('Sería su 1.ª calificación consecutiva').waitFor()
    const [above, rating] = [
      await pane.boundingBox(),
      await page.getByRole('group', { name: 'Calificación' }).boundingBox(),
    ]
    expect(above!.y).toBeLessThan(rating!.y)
    await pane.getByRole('button', { name: 'Decidir' }).click()
    const window = page.getByRole('dialog', { name: 'Posible conflicto del evaluador' })
    await window.getByRole('button', { name: 'Decidir' }).click()
    await says(visitors.cci, 'Elija si lo admite')
    await window.getByRole('radio', { name: 'Admitir al evaluador' }).check()
    await window.getByRole('textbox', { name: 'Motivo' }).fill('El equipo que evalúa es otro.')
    await visitors.cci.checkAccessible()
    await window.getByRole('button', { name: 'Decidir' }).click()
    await pane.getByText('Con posible conflicto, admitido por el CCI').waitFor()
    await pane.getByText('Motivo del CCI: «El equipo que evalúa es otro.»').waitFor()
    // The next one is the second in a row: CCI asked to be warned of two.
    await portal.app.db.updateTable('centre_rule').set({ value: '1' }).where('key', '=', 'rotationCount').execute()
    await visitors.cci.open(`/report-verification/${provider}-${request}-AUDIT_REPORT?paso=2`)
    await pane.getByText('El CCI avisa desde 1 seguidas.').waitFor()
    await expectSoundInDark(visitors.cci)
  },
)

road('SEAL-04 SEAL-15: a bank reads the admitted conflict beside the score and downloads the certificate', async () => {
  await ok(publish(cci, request, {}, { file: dictamen }))
  const { page } = visitors.entidad
  await visitors.entidad.open(`/provider?provider=Tramontana&status=QUALIFIED&row=${request}`)
  const note = 'Independencia: con posible conflicto, admitido por el CCI: «El equipo que evalúa es otro.»'
  await says(visitors.entidad, note)
  await page.getByRole('button', { name: 'Dictamen', exact: true }).click()
  const window = page.getByRole('dialog', { name: 'Dictamen de calificación' })
  await window.getByText(note).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    window.getByRole('button', { name: /^Descargar el certificado/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^certificado .*\.pdf$/)
  expect(await window.getByText(/Certificado (visible|oculto)/).count()).toBe(0)
  await visitors.entidad.checkAccessible()
})

road(
  'SEAL-17 EXP-29: on a telephone, without session or menu, a code leads to the facts and their validity today',
  async () => {
    const { page, context } = guest
    const code = await codeOf()
    const answer = await page.goto('/verify')
    expect(answer!.headers()['x-robots-tag']).toBe('noindex, nofollow')
    await says(guest, 'No hace falta tener usuario.')
    await says(guest, /Centro de Cooperación Interbancaria \(CCI\)/)
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex, nofollow')
    expect(await page.getByRole('navigation').count()).toBe(0)
    const field = page.getByRole('textbox', { name: 'Código del certificado' })
    await page.getByRole('button', { name: 'Comprobar' }).click()
    await says(guest, 'Escriba el código del certificado.')
    await field.fill('1234')
    await field.press('Enter')
    await says(guest, /^Revise el código: son 16 letras y números/)
    expect(await newAccessibilityFaults(page)).toEqual([])
    await field.fill(code.replaceAll('-', '').toLowerCase())
    await field.press('Enter')
    await page.getByRole('heading', { name: 'Certificado de calificación' }).waitFor()
    await says(guest, 'Vigente hasta el 21/11/2027')
    expect(pathOf(guest)).toBe(`/verify/${code}`)
    for (const fact of [service, 'A/B/A+', 'Confidencialidad A · Integridad B · Disponibilidad A+'])
      await says(guest, fact)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    expect(await context.cookies()).toEqual([])
    expect(await page.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0)
    // Neither router nor component library.
    const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(scripts.filter(name => /\/(mantine|tanstack|shared)-/.test(name))).toEqual([])
    await guest.checkAccessible()
  },
)

road('SEAL-21: the page says what the seal is not, and gives what is needed to check it elsewhere', async () => {
  const { page } = guest
  await says(guest, 'El sello es propio del portal y no es una firma electrónica cualificada.')
  await page.getByText('Comprobar la firma por su cuenta').click()
  await says(guest, /^openssl pkeyutl -verify/)
  for (const name of ['datos.json', 'firma.bin', 'clave.pem']) {
    await page.getByRole('link', { name: `Descargar ${name}` }).waitFor()
  }
  await guest.checkAccessible()
})

road('SEAL-18: a file is compared with the dictamen in the browser and is not sent', async () => {
  const { page } = guest
  const sent: string[] = []
  page.on('request', each => void sent.push(each.url()))
  const zone = page.getByText(/^Suelte aquí el dictamen/)
  await dropFiles(zone, [join(folder, 'dictamen.pdf')])
  await says(guest, 'Es el dictamen publicado')
  await pickFile(page, page.getByRole('button', { name: 'Elegir archivo' }), join(folder, 'otro.pdf'))
  await says(guest, 'No es el dictamen publicado')
  await says(guest, /pida el original/)
  await dropFiles(zone, [join(folder, 'dictamen.pdf')])
  await says(guest, 'Es el dictamen publicado')
  expect(sent.filter(url => !url.startsWith('data:'))).toEqual([])
  await guest.checkAccessible()
})

road(
  'SEAL-19 SEAL-17: the provider hides its certificate, and the code then leads to nothing, until it is shown',
  async () => {
    const { page } = visitors.proveedor
    await visitors.proveedor.open(`/provider?row=${request}`)
    await page.getByRole('button', { name: 'Dictamen', exact: true }).click()
    const window = page.getByRole('dialog', { name: 'Dictamen de calificación' })
    await window.getByRole('button', { name: /^Ocultar el certificado/ }).click()
    await window.getByText('Certificado oculto: nadie lo comprueba por su código').waitFor()
    guest.expectComplaint(/404 .*\/verify\//)
    await guest.open(`/verify/${await codeOf()}`)
    await says(guest, 'No hay ningún certificado que se pueda comprobar con este código.')
    await guest.checkAccessible()
    await guest.page.getByRole('link', { name: 'Comprobar otro código' }).click()
    await guest.page.getByRole('heading', { name: 'Comprobar un certificado' }).waitFor()
    await window.getByRole('button', { name: /^Mostrar el certificado/ }).click()
    await window.getByText('Certificado visible para quien tiene su código').waitFor()
    await visitors.proveedor.checkAccessible()
    await guest.open(`/verify/${await codeOf()}`)
    await says(guest, 'Vigente hasta el 21/11/2027')
  },
)
