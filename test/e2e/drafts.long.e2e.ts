import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { editParticipant, readOwnParticipant, readParticipant } from '#domain/participant/contract.ts'
import { editRequest } from '#domain/report-request/contract.ts'
import { listValidations, readValidation } from '#domain/validation/contract.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, says, stopClock, storageOf } from '#test/support/browser.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { paths } from '#web/app/paths.ts'

const TITLE = 'Otra persona ha cambiado estos datos mientras editaba'
const KEPT = 'Aquí está lo que escribió la última vez y no llegó a guardarse.'
const patient = { timeout: 10_000 }

let portal: TestPortal
let stage: Stage
let cci: Caller
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  cci = await portal.signIn('cci@almotacen.example')
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})
afterEach(() => stage.clear())

async function enter(email: string): Promise<Visitor> {
  const visitor = await stage.visitor()
  await visitor.signIn(`${email}@almotacen.example`)
  return visitor
}

const textbox = ({ page }: Visitor, name: string | RegExp) => page.getByRole('textbox', { name })
const windowOf = ({ page }: Visitor) => page.getByRole('dialog', { name: TITLE })
const rowsOf = async (visitor: Visitor) =>
  (await windowOf(visitor).getByRole('row').allInnerTexts()).slice(1).map(row => row.split('\t'))
const press = async (visitor: Visitor, name: string) => {
  await visitor.page.getByRole('button', { name, exact: true }).click()
}
const draftsOf = async (visitor: Visitor) =>
  Object.keys(await storageOf(visitor)).filter(name => name.startsWith('app__draft_'))

/** Types an unsaved text, and waits until the tab keeps it. */
async function leaveHalfWritten(visitor: Visitor, words: Record<string, string>): Promise<void> {
  const names = Object.keys(words)
  for (const name of names) await textbox(visitor, name).fill(words[name]!)
  await expect.poll(() => draftsOf(visitor), patient).toHaveLength(1)
  await visitor.quiet()
}

const saveAsCci = async (id: string, body: Record<string, string>) => {
  expect((await cci.call(editParticipant, { params: { kind: 'provider', id }, body })).status).toBe(200)
}
const profileOf = async (id: string) => (await cci.call(readParticipant, { params: { kind: 'provider', id } })).body

test('014: a draft of own data asks before it replaces later changes by others', async () => {
  const id = await portal.participantOf('proveedor')
  const visitor = await enter('proveedor')
  await visitor.goto(paths.ownData())
  const [issues, billing] = [textbox(visitor, 'Correo para incidencias'), textbox(visitor, 'Contacto de facturación')]
  await issues.waitFor()
  const security = 'seguridad-nueva@tramontana.example'
  await leaveHalfWritten(visitor, {
    'Correo para incidencias': 'viejo-borrador@tramontana.example',
    'Correo del responsable de seguridad': security,
  })
  await saveAsCci(id, { issuesContact: 'guardia@tramontana.example', billingContact: 'Marta Gil' })

  const open = async () => {
    await visitor.page.reload()
    await says(visitor, KEPT)
    expect([await issues.inputValue(), await billing.inputValue()]).toEqual([
      'viejo-borrador@tramontana.example',
      'Marta Gil',
    ])
    visitor.expectComplaint(/409 .*\/entity-provider\//)
    await press(visitor, 'Guardar')
    await windowOf(visitor).waitFor()
    await says(visitor, 'El último cambio lo hizo el CCI')
    expect(await rowsOf(visitor)).toEqual([
      ['Correo para incidencias', 'guardia@tramontana.example', 'viejo-borrador@tramontana.example'],
    ])
    expect(await profileOf(id)).toMatchObject({ issuesContact: 'guardia@tramontana.example' })
  }
  await open()
  // Undecided, it is asked again the next time.
  await visitor.page.keyboard.press('Escape')
  await windowOf(visitor).waitFor({ state: 'hidden' })
  await open()
  await press(visitor, 'Volver a lo guardado')
  await expect.poll(() => issues.inputValue(), patient).toBe('guardia@tramontana.example')
  await press(visitor, 'Guardar')
  await says(visitor, 'Datos guardados')
  expect(await profileOf(id)).toMatchObject({
    issuesContact: 'guardia@tramontana.example',
    billingContact: 'Marta Gil',
    securityLeader: security,
  })
})

test('merges a draft with changes to other fields, and drops one equal to what others saved', async () => {
  const id = await portal.participantOf('arcadio')
  const visitor = await enter('arcadio')
  await visitor.goto(paths.ownData())
  const [issues, web] = [textbox(visitor, 'Correo para incidencias'), textbox(visitor, /^Web/)]
  await issues.waitFor()
  await leaveHalfWritten(visitor, { 'Correo para incidencias': 'ayuda@arcadio.example' })
  await saveAsCci(id, { web: 'https://nueva.arcadio.example' })
  await visitor.page.reload()
  await says(visitor, KEPT)
  expect([await issues.inputValue(), await web.inputValue()]).toEqual([
    'ayuda@arcadio.example',
    'https://nueva.arcadio.example',
  ])
  await press(visitor, 'Guardar')
  await says(visitor, 'Datos guardados')
  expect(await windowOf(visitor).count()).toBe(0)
  expect(await profileOf(id)).toMatchObject({
    issuesContact: 'ayuda@arcadio.example',
    web: 'https://nueva.arcadio.example',
  })

  await leaveHalfWritten(visitor, { 'Correo para incidencias': 'todos@arcadio.example' })
  await saveAsCci(id, { issuesContact: 'todos@arcadio.example' })
  await visitor.page.reload()
  await issues.waitFor()
  expect(await issues.inputValue()).toBe('todos@arcadio.example')
  expect(await visitor.page.getByText(KEPT).count()).toBe(0)
  expect(await draftsOf(visitor)).toEqual([])
})

test('014: an onboarding draft that saves itself asks before it replaces later changes by others', async () => {
  const draft = await portal.signIn('borrador@almotacen.example')
  const visitor = await enter('borrador')
  const { page } = visitor
  await page.clock.install()
  await visitor.goto(paths.mandatoryData())
  const name = textbox(visitor, 'Nombre comercial')
  await name.waitFor()
  await visitor.quiet()
  await stopClock(visitor)
  // Closed before it could save itself.
  await leaveHalfWritten(visitor, { 'Nombre comercial': 'Viejo borrador', CIF: 'B99999990' })
  await page.goto('about:blank')
  await page.clock.resume()
  await saveAsCci(draft.me.idGenericEntity, { commercialName: 'Nuevo de la colega' })
  visitor.expectComplaint(/409 .*\/entity-provider\//)
  await visitor.goto(paths.mandatoryData())
  await says(visitor, 'Otra persona ha cambiado lo mismo mientras tanto')
  const own = async () => (await draft.call(readOwnParticipant)).body
  expect(await own()).toMatchObject({ commercialName: 'Nuevo de la colega' })
  expect(await name.inputValue()).toBe('Viejo borrador')
  await press(visitor, 'Ver qué ha cambiado')
  await windowOf(visitor).waitFor()
  expect(await rowsOf(visitor)).toEqual([['Nombre comercial', 'Nuevo de la colega', 'Viejo borrador']])
  await press(visitor, 'Volver a lo guardado')
  await expect.poll(own).toMatchObject({ commercialName: 'Nuevo de la colega', cif: 'B99999990' })
  expect(await name.inputValue()).toBe('Nuevo de la colega')
})

test('D33: shows the stored value of a field that is no longer writable, whatever the draft', async () => {
  const id = await portal.participantOf('borrador')
  const visitor = await enter('borrador')
  const { page } = visitor
  await page.clock.install()
  await visitor.goto(paths.mandatoryData())
  const cif = textbox(visitor, /^CIF/)
  await cif.waitFor()
  await visitor.quiet()
  await stopClock(visitor)
  await leaveHalfWritten(visitor, { CIF: 'B12345674' })
  await page.goto('about:blank')
  await page.clock.resume()
  // A colleague sent it, and CCI accepted it.
  const now = portal.clock.now()
  await portal.asOwner(
    `update participant set cif = 'A28000008', onboarded_at = '${now}', version = version + 1 where id = '${id}'`,
  )
  await portal.asOwner(
    `update invitation set status = 'ACCEPTED', decided_at = '${now}' where participant_id = '${id}'`,
  )
  await portal.asOwner(`update portal_user set status = 'ACCEPTED' where participant_id = '${id}'`)
  await portal.asOwner(
    `update validation set status = 'ACCEPTED', sent_at = '${now}', decided_at = '${now}' where participant_id = '${id}'`,
  )
  await visitor.goto(paths.mandatoryData())
  await page.waitForURL(url => url.pathname === '/')
  await visitor.goto(paths.ownData())
  await cif.waitFor()
  expect(await cif.inputValue()).toBe('A28000008')
  expect(await page.getByText(KEPT).count()).toBe(0)
  expect(await draftsOf(visitor)).toEqual([])
})

test('014: the concept of a request that was left half written asks before it takes the place of another', async () => {
  const provider = await portal.signIn('proveedor@almotacen.example')
  const requests = await provider.call(listValidations, { query: { type: 'AUDIT_REPORT', size: 100 } })
  const { id } = requests.body.content.find(({ status }: { status: string }) => status === 'REJECTED')
  const saved = async () => (await cci.call(readValidation, { params: { id } })).body.concept
  const saveConcept = async (concept: string) => {
    expect((await cci.call(editRequest, { params: { id }, body: { concept }, files: {} })).status).toBe(200)
  }
  const visitor = await enter('proveedor')
  await visitor.goto(paths.sendReport(id))
  const concept = textbox(visitor, 'Concepto')
  await concept.waitFor()
  await leaveHalfWritten(visitor, { Concepto: 'Concepto viejo a medias' })
  await saveConcept('Concepto nuevo')

  const open = async (now: string) => {
    await visitor.page.reload()
    await says(visitor, 'Se ha recuperado lo que dejó a medias.')
    expect(await concept.inputValue()).toBe('Concepto viejo a medias')
    visitor.expectComplaint(/409 .*\/validations\//)
    await press(visitor, 'Guardar sin enviar')
    await windowOf(visitor).waitFor()
    expect(await rowsOf(visitor)).toEqual([['Concepto', now, 'Concepto viejo a medias']])
    expect(await saved()).toBe(now)
  }
  await open('Concepto nuevo')
  await press(visitor, 'Volver a lo guardado')
  await expect.poll(() => concept.inputValue(), patient).toBe('Concepto nuevo')
  expect(await draftsOf(visitor)).toEqual([])

  await leaveHalfWritten(visitor, { Concepto: 'Concepto viejo a medias' })
  await saveConcept('Concepto más nuevo')
  await open('Concepto más nuevo')
  await press(visitor, 'Aplicar mis cambios sobre lo nuevo')
  await expect.poll(saved, patient).toBe('Concepto viejo a medias')
  await expect.poll(() => draftsOf(visitor), patient).toEqual([])

  // Others saved the same values, so nothing is left to send.
  await leaveHalfWritten(visitor, { Concepto: 'El mismo' })
  await saveConcept('El mismo')
  await visitor.page.reload()
  await expect.poll(() => concept.inputValue(), patient).toBe('El mismo')
  expect(await visitor.page.getByText('Se ha recuperado lo que dejó a medias.').count()).toBe(0)
  expect(await draftsOf(visitor)).toEqual([])
})
