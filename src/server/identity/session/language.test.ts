import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseLanguage, readMe } from '#domain/identity/session/contract.ts'
import { createUser } from '#domain/identity/user/contract.ts'
import type { Language } from '#domain/language/language.ts'
import { exportNotifications, listNotifications, sendNotice, setMailPreference } from '#domain/notification/contract.ts'
import { readParticipant } from '#domain/participant/contract.ts'
import { sendDigests } from '#server/notification/digest/send.ts'
import { DAY } from '#server/platform/clock.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { acceptReport, freshRequest, publish } from '#test/support/documents.ts'
import { address, forgetPassword, mailsTo, subjectsTo } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { org } from '#test/support/trail/steps.ts'

let portal: TestPortal
let cci: Caller
let provider: Caller
let provider2: Caller
let evaluator: Caller
beforeAll(async () => {
  ;({ portal, cci, provider, provider2, evaluator } = await startActing())
})
afterAll(() => portal.stop())

const choose = (caller: Caller, language: Language) => ok(caller.call(chooseLanguage, { body: { language } }))
const missing = (caller: Caller) => caller.call(readParticipant, { params: { kind: 'provider', id: '0'.repeat(26) } })
const newest = async (caller: Caller) => (await ok(caller.call(listNotifications, { query: { size: 1 } }))).content[0]!
const lastMail = async (name: string) => (await mailsTo(portal, address(name))).at(-1)!

test('EASE-15: refusals are in the user’s language, Spanish by default; `code` never changes', async () => {
  const before = await missing(provider)
  expect([before.problem.code, before.problem.detail]).toEqual(['notFound', 'No se ha encontrado lo que busca.'])
  expect(before.headers.get('content-language')).toBe('es')
  await choose(provider, 'en')
  const after = await missing(provider)
  expect(after.problem).toEqual({
    ...before.problem,
    title: 'Not found',
    detail: 'What you are looking for was not found.',
  })
  expect(after.headers.get('content-language')).toBe('en')
  // A colleague goes on in Spanish.
  expect((await missing(provider2)).problem.detail).toBe(before.problem.detail)
  expect((await ok(provider.call(readMe))).language).toBe('en')
  expect((await ok(provider2.call(readMe))).language).toBe('es')
})

test('EASE-15: the sentences of fields are in the language of the user', async () => {
  const body = { user: { contactDetails: { name: 'Ana', email: 'ninguno', tlf: '1' } } } as never
  const fieldsFor = async (caller: Caller) => (await caller.call(createUser, { body })).problem.fields
  expect(await fieldsFor(provider)).toMatchObject({
    'user.contactDetails.email': 'Invalid e-mail address',
  })
  expect(await fieldsFor(cci)).toMatchObject({
    'user.contactDetails.email': 'Correo electrónico no válido',
  })
})

test('EASE-15: each user reads a notification and its mail in its own language, not in its author’s', async () => {
  await choose(cci, 'en')
  const request = await freshRequest(cci, provider, evaluator)
  await acceptReport(cci, request)
  await ok(publish(cci, request))
  await choose(cci, 'es')
  const [mine, other] = [await newest(provider), await newest(provider2)]
  expect(mine.id).toBe(other.id)
  const service = /«(.+)»/.exec(other.message)![1]
  expect([mine.reason, mine.message]).toEqual([
    'Rating published',
    `Tramontana Custodia Digital, S.L. has the rating A/B/A+ for ‘${service}’, until 21/11/2027.`,
  ])
  expect([other.reason, other.message]).toEqual([
    'Calificación publicada',
    `Tramontana Custodia Digital, S.L. tiene calificación A/B/A+ en «${service}», hasta el 21/11/2027.`,
  ])
  const [english, spanish] = [await lastMail('proveedor'), await lastMail('proveedor2')]
  expect([english.subject, spanish.subject]).toEqual([
    `Rating published: ${service}`,
    `Calificación publicada: ${service}`,
  ])
  expect(english.text).toContain(`${mine.message}\n\nDate: `)
  expect(english.text).toContain('gets the notification ‘Rating published’ by e-mail.')
  expect(spanish.text).toContain(`${other.message}\n\nFecha: `)
})

test('EASE-15: digests and account mails come in the language of the user', async () => {
  await ok(provider.call(setMailPreference, { params: { type: 'NOTICE' }, body: { mode: 'DAILY' } }))
  await ok(cci.call(sendNotice, { body: { idGenericEntity: org(provider), message: 'El viernes no hay portal.' } }))
  portal.clock.move(DAY)
  expect(await sendDigests(portal.app)).toBe(1)
  const digest = await lastMail('proveedor')
  expect(digest.subject).toBe('Daily digest: 1 notification')
  expect(digest.text).toMatch(/Other notifications\n=+\n\nNotice from CCI\n\n- El viernes no hay portal\./)
  await forgetPassword(portal, address('proveedor'))
  expect(await subjectsTo(portal, address('proveedor'))).toContain('Recover your password for Almotacén')
})

test('EASE-15: files that others read too stay Spanish', async () => {
  // A day has passed: its session is over.
  const again = await portal.signIn(address('proveedor'))
  const file = await again.call(exportNotifications, { query: { format: 'csv' } })
  expect(file.headers.get('content-language')).toBe('es')
  expect(Buffer.from(file.body).toString()).toMatch(
    /Motivo;Detalle[\s\S]*Calificación publicada[\s\S]*tiene calificación/,
  )
})
