import { afterAll, beforeAll, expect } from 'vitest'
import { createUser } from '#domain/identity/user/contract.ts'
import { editParticipant } from '#domain/participant/contract.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage, says } from '#test/support/browser.ts'
import { ownDocumentation, pdf, upload } from '#test/support/documents.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { completeProfile } from '#test/support/profile.ts'
import { steps } from '#test/support/steps.ts'
import { paths } from '#web/app/paths.ts'

const COLLEAGUE = 'companera@almotacen.example'

let portal: TestPortal
let stage: Stage
let colleague: Visitor
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
  colleague = await stage.visitor()
  await joinDraft()
  await colleague.signIn(COLLEAGUE)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

/** Creates a second user of the participant with a draft documentation, who has chosen a password. */
async function joinDraft(): Promise<void> {
  const { db, clock } = portal.app
  const cci = await portal.signIn('cci@almotacen.example')
  const user = { idGenericEntity: await portal.participantOf('borrador'), email: COLLEAGUE, contactDetails: person }
  expect((await cci.call(createUser, { body: { user } })).status).toBe(201)
  const { password_hash } = await db
    .selectFrom('portal_user')
    .select('password_hash')
    .where('email', '=', 'borrador@almotacen.example')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('portal_user')
    .set({ password_hash, temporary_until: null, last_password_change: clock.now(), policy_accepted_at: clock.now() })
    .where('email', '=', COLLEAGUE)
    .execute()
}

const person = { name: 'Adela', surNames: 'Montes Rico', position: 'Calidad', email: COLLEAGUE, tlf: '600100200' }

const step = steps()
step(
  'D15 ONB-01 ONB-02: a colleague of a draft, who has no invitation, is led to what has to be completed and sent',
  async () => {
    const { page } = colleague
    await page.getByRole('heading', { name: 'Complete y envíe su documentación' }).waitFor()
    expect(await page.getByText(/^Después:/).count()).toBe(0)
    await colleague.checkAccessible()
    await page.getByRole('link', { name: 'Completar y enviar' }).click()
    await page.getByRole('heading', { name: 'Complete su alta' }).waitFor()
    await page.getByRole('textbox', { name: 'CNAE' }).waitFor()
    await page.getByRole('link', { name: 'Volver al inicio' }).click()
    await page.getByRole('heading', { name: 'Complete y envíe su documentación' }).waitFor()
  },
)

step('D33: own data that are fixed after onboarding are editable until the first submission', async () => {
  const { page } = colleague
  await colleague.open(paths.ownData())
  await says(colleague, 'Su documentación es un borrador')
  const cnae = page.getByRole('textbox', { name: 'CNAE' })
  await cnae.waitFor()
  expect(await cnae.isEditable()).toBe(true)
  await colleague.checkAccessible()
})

step('ONB-09: after a colleague’s submission the user gets home, with nothing more to complete', async () => {
  const { page } = colleague
  const owner = await portal.signIn('borrador@almotacen.example')
  const params = { kind: 'provider' as const, id: owner.me.idGenericEntity }
  expect((await owner.call(editParticipant, { params, body: completeProfile })).status).toBe(200)
  const { id } = await ownDocumentation(owner)
  for (const name of ['Certificado de estar al corriente con la Seguridad Social', 'Póliza de responsabilidad civil']) {
    expect((await upload(owner, id, name, pdf(name), { onlySave: 'true' })).status).toBe(201)
  }
  await colleague.open(paths.mandatoryData())
  await page.getByRole('tab', { name: /Documentación requerida/ }).click()
  await page.getByRole('button', { name: 'Enviar documentación' }).click()
  await page.waitForURL(url => url.pathname === '/')
  await page.getByRole('heading', { name: 'El CCI está verificando su documentación' }).waitFor()
  await colleague.visit(paths.mandatoryData())
  await page.waitForURL(url => url.pathname === '/')
})
