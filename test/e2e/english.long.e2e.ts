import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askedControls, byDomain } from '#domain/assessment/assessment.ts'
import { answerControls, editAssessment, readAssessment } from '#domain/assessment/contract.ts'
import { readFramework } from '#domain/assessment/framework/contract.ts'
import { chooseLanguage } from '#domain/identity/session/contract.ts'
import { readUser } from '#domain/identity/user/contract.ts'
import { english } from '#domain/language/english.ts'
import { type MailChoice, mailChoicesOf } from '#domain/notification/by-mail.ts'
import { readMailPreferences, setMailPreference } from '#domain/notification/contract.ts'
import { notificationReasons } from '#domain/notification/notification.ts'
import { readChain } from '#domain/participant/chain/contract.ts'
import {
  listCompanies,
  listServiceFacts,
  readRegisterIdentity,
  readServiceFacts,
  saveServiceFacts,
} from '#domain/participant/company/contract.ts'
import { readParticipant } from '#domain/participant/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { ok } from '#test/support/answers.ts'
import { assessmentsOf, wholeHeader } from '#test/support/assessments.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { choose, openStage, pickFile, says } from '#test/support/browser.ts'
import { declareLink } from '#test/support/chains.ts'
import { newLei } from '#test/support/companies.ts'
import { servicesOf } from '#test/support/documents.ts'
import { findingsOf, planned } from '#test/support/findings.ts'
import { conflict, declare, independence } from '#test/support/independence.ts'
import { placesOf } from '#test/support/places.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { expectSound, expectSoundInDark } from '#test/support/states.ts'
import { steps } from '#test/support/steps.ts'

/* English for suppliers and evaluators: which screens are translated, and what the others say. */

let portal: TestPortal
let stage: Stage
let provider: Visitor
let evaluator: Visitor
let supplier: Caller
let services: Awaited<ReturnType<typeof servicesOf>>
let places: Awaited<ReturnType<typeof placesOf>>

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true, seed: 'evaluated' })
  stage = await openStage(portal)
  places = await placesOf(portal.app.db)
  supplier = await portal.signIn('proveedor@almotacen.example')
  services = await servicesOf(portal)
  provider = await inEnglish('proveedor')
  evaluator = await inEnglish('evaluador')
}, 120_000)
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

async function inEnglish(name: string): Promise<Visitor> {
  const visitor = await stage.visitor({ name })
  const caller = await portal.signIn(`${name}@almotacen.example`)
  await ok(caller.call(chooseLanguage, { body: { language: 'en' } }))
  await visitor.enter(caller)
  await visitor.open('/')
  return visitor
}

const step = steps()
const languageOf = ({ page }: Visitor) => page.evaluate(() => document.documentElement.lang)
const mainLanguage = ({ page }: Visitor) => page.getByRole('main').getAttribute('lang')

/** What the demo world itself writes, and what the framework and the domain name in their own words. */
const ownWords = new Set(['Archivo', 'Firma electrónica', 'Proveedores', 'Declaración de independencia'])
const translated = Object.keys(english).filter(key => english[key] !== key && !ownWords.has(key))

/** The texts and names of the screen that stand in the catalogue and were shown without it. */
async function spanishOn({ page }: Visitor): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node.textContent ?? '')
    for (const name of ['aria-label', 'aria-description', 'placeholder', 'title']) {
      for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '')
    }
    return texts.map(text => text.trim())
  })
  const spanish = new Set(translated.map(key => key.trim()))
  return [...new Set(shown)].filter(text => spanish.has(text))
}

async function walk(visitor: Visitor, screens: readonly (readonly [path: string, title: string | RegExp])[]) {
  for (const [path, title] of screens) {
    await visitor.visit(path)
    await visitor.page.getByRole('heading', { level: 1, name: title }).waitFor()
    await visitor.quiet()
    expect(await spanishOn(visitor), path).toEqual([])
    expect([await languageOf(visitor), await mainLanguage(visitor)], path).toEqual(['en', null])
    await expectSound(visitor, path)
  }
}

step('EASE-17: a supplier works in English', async () => {
  await walk(provider, [
    ['/', /, Lucía$/],
    ['/own-data', 'My data'],
    ['/own-documentation', 'My documentation'],
    ['/send-report', 'Send a request to verify an audit report'],
    [`/send-report/${places.rejectedRequest}`, /./],
    [`/renew-report/${places.renewable}`, 'Renew the rating'],
    ['/findings', 'Findings'],
    ['/clarifications', 'Clarifications'],
    ['/chain', 'Subcontracting'],
    ['/notifications', 'Notifications'],
    ['/account', 'My account'],
    ['/account?parte=avisos', 'My account'],
    ['/account?parte=datos', 'My account'],
    ['/incidences', 'Report an incident'],
    ['/calendar', 'Calendar'],
    ['/calendar?view=list', 'Calendar'],
    ['/user-management', 'User management'],
    ...['resumen', 'calificaciones', 'documentos', 'cadena', 'actividad'].map(
      part => [`/provider/${supplier.me.idGenericEntity}?parte=${part}`, /^Tramontana/] as const,
    ),
  ])
  await expectSoundInDark(provider)
})

step('EASE-17: an evaluator works in English', async () => {
  await walk(evaluator, [
    ['/', /, Beatriz$/],
    ['/assessments', 'Assessments'],
    [`/assessment/${places.draftEvaluation}`, 'Assessment of a service'],
    [`/assessment/${places.draftEvaluation}?parte=datos`, 'Assessment of a service'],
    [`/assessment/${places.draftEvaluation}?parte=resultado`, 'Assessment of a service'],
    [`/assessment-view/${places.evaluation}`, 'Assessment'],
    [`/independence/${places.undeclared}`, 'Declaration of independence'],
    ['/findings', 'Findings'],
    ['/clarifications', 'Clarifications'],
    ['/own-data', 'My data'],
    ['/own-documentation', 'My documentation'],
  ])
})

step('EASE-18: states, levels and dimensions have fixed words, and a control those of its framework', async () => {
  const { page } = evaluator
  await evaluator.visit(`/assessment/${places.draftEvaluation}`)
  await page.getByText('Draft', { exact: true }).first().waitFor()
  // A control is one line until it has the focus.
  await page.getByRole('radio', { name: 'Yes', exact: true }).first().focus()
  await says(evaluator, 'Confidentiality, Integrity, Availability')
  await says(evaluator, 'Hay una política de seguridad aprobada por la dirección y conocida por el personal.')
  await page.getByRole('radio', { name: 'Not applicable' }).first().waitFor()
})

step('EASE-17: windows, menus and what the browser refuses are English too', async () => {
  const { page } = provider
  await provider.visit('/own-data')
  await page.getByRole('button', { name: 'Lucía Ferrer Casals' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Postcode' }).fill('1')
  await page.getByRole('button', { name: 'Save' }).click()
  await says(provider, 'There is one field to correct')
  await page.getByRole('button', { name: 'Findings and clarifications' }).click()
  await page.getByRole('link', { name: /^Findings/ }).click()
  const asked = page.getByRole('alertdialog', { name: 'There are unsaved changes' })
  await asked.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('heading', { level: 1, name: 'Findings' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'My documentation' }).waitFor()
  const spanish = await spanishOn(provider)
  await page.keyboard.press('Escape')
  expect(spanish).toEqual([])
})

step('EASE-17: a screen without translation is Spanish in an English frame, and says so', async () => {
  const { page } = provider
  await provider.visit('/provider')
  await page.getByRole('heading', { level: 1, name: 'Servicios' }).waitFor()
  await page.getByRole('status').filter({ hasText: 'This page is in Spanish' }).waitFor()
  expect([await languageOf(provider), await mainLanguage(provider)]).toEqual(['en', 'es'])
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Home', exact: true }).waitFor()
  await expectSound(provider, '/provider')
  await provider.visit('/notifications')
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
  await expect.poll(() => mainLanguage(provider)).toBe(null)
})

const custody = () => ({ providerId: supplier.me.idGenericEntity, serviceId: services.get('Custodia documental')! })

/** What the supplier's forms are about, without what every save counts. */
async function suppliersData() {
  const params = { id: supplier.me.idGenericEntity }
  const answers = [
    await ok(supplier.call(readChain, { params: custody() })),
    await ok(supplier.call(readRegisterIdentity, { params })),
    await ok(supplier.call(listServiceFacts, { params })),
    await ok(supplier.call(listCompanies)),
    await ok(supplier.call(readParticipant, { params: { kind: 'provider', ...params } })),
  ]
  return withoutCounts(answers)
}
const counted = new Set(['version', 'lastModifiedAt', 'updatedAt', 'changedAt', 'declaredAt', 'editedAt'])
const withoutCounts = (answer: unknown) =>
  JSON.parse(JSON.stringify(answer, (key, value) => (counted.has(key) ? undefined : value)))

step('EASE-17: a form that is saved in English as it was opened changes nothing', async () => {
  const { page } = provider
  const company = { name: 'Abantos Centros de Datos, S.A.', country: 'ES', lei: newLei() }
  await declareLink(supplier, custody().serviceId, {
    company,
    ictType: 'S14',
    underpins: true,
    handlesData: true,
    urgentReason: 'Falla el anterior',
  })
  for (const { serviceId } of (await suppliersData())[2].services) {
    const { version } = await ok(
      supplier.call(readServiceFacts, { params: { id: supplier.me.idGenericEntity, serviceId } }),
    )
    const facts = { ictType: 'S14', provisionCountries: ['ES'], storageCountries: ['ES'], processingCountries: ['ES'] }
    const params = { id: supplier.me.idGenericEntity, serviceId }
    await ok(supplier.call(saveServiceFacts, { params, body: { ...facts, holdsData: true, version } as never }))
  }
  const before = await suppliersData()
  const saveAll = async (path: string, names: RegExp, least: number) => {
    await provider.visit(path)
    const buttons = page.getByRole('button', { name: names })
    await buttons.first().waitFor()
    await provider.quiet()
    const count = await buttons.count()
    expect(count, path).toBeGreaterThanOrEqual(least)
    for (let index = 0; index < count; index++) {
      await buttons.nth(index).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: /^Save/ }).click()
      await dialog.waitFor({ state: 'detached' })
      await provider.quiet()
    }
  }
  await saveAll('/chain', /^Change Abantos/, 1)
  await saveAll('/own-data', /^Edit/, 4)
  // The page itself saves only what was changed.
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  expect(await suppliersData()).toEqual(before)
})

step('EASE-17: so do those of a plan, a contact and a declaration', async () => {
  const assessor = await portal.signIn('evaluador@almotacen.example')
  const { page } = provider
  const [open] = await findingsOf(supplier, { status: 'OPEN' })
  const planBefore = withoutCounts(await ok(planned(supplier, open!)))
  await provider.visit(`/findings?row=${open!.id}`)
  await page.getByRole('button', { name: 'Change the plan' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save the measure' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [planAfter] = await findingsOf(supplier, { id: open!.id })
  const plan = ({ own }: { own?: object }) => own && { ...own, history: null }
  expect(plan(withoutCounts(planAfter))).toEqual(plan(planBefore))

  const user = () => ok(supplier.call(readUser, { params: { key: supplier.me.userId } }))
  const contactBefore = await user()
  await provider.visit('/own-data')
  await page.getByRole('textbox', { name: 'Telephone' }).first().fill('911234599')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await provider.quiet()
  const { contactDetails, ...rest } = await user()
  expect(contactDetails).toEqual({ ...contactBefore.contactDetails, tlf: '911234599' })
  expect(withoutCounts(rest)).toEqual(withoutCounts({ ...contactBefore, contactDetails: undefined }))

  await ok(declare(assessor, places.undeclared, conflict))
  const declaredBefore = withoutCounts(await independence(assessor, places.undeclared))
  await evaluator.visit(`/independence/${places.undeclared}`)
  await evaluator.page.getByRole('button', { name: 'Declare again' }).click()
  await evaluator.quiet()
  expect(withoutCounts(await independence(assessor, places.undeclared))).toEqual(declaredBefore)
})

test('EASE-17: an evaluation is as it was when each of its fields is changed in English and changed back', async () => {
  // The form of the declaration was left with unsaved changes.
  const visitor = await inEnglish('evaluador')
  const { page } = visitor
  const assessor = await portal.signIn('evaluador@almotacen.example')
  const [draft] = await assessmentsOf(assessor, places.draftEvaluation)
  const params = { id: draft!.id }
  const read = async () => withoutCounts(await ok(assessor.call(readAssessment, { params })))
  await ok(assessor.call(editAssessment, { params, body: wholeHeader }))
  const { controlList } = await ok(assessor.call(readFramework, { params: { id: draft!.framework.id } }))
  const [asked] = byDomain(askedControls(controlList, draft!.target)).values()
  const [met, left] = asked!.map(({ key }) => key)
  const answers = [
    { controlKey: met!, answer: 'YES', note: 'Visto en el centro' },
    { controlKey: left!, answer: 'NOT_APPLICABLE', justification: 'El servicio no lo usa' },
  ] as const
  await ok(assessor.call(answerControls, { params, body: { answers: [...answers] } }))
  const before = await read()
  const control = (key: string) => page.locator(`[data-control="${key}"]`)
  const availability = draft!.target.split('/')[2]!

  /** Fills in the form, first with other values than it was opened with. */
  const fillIn = async (other: boolean) => {
    const field = (name: string, text: string, otherText = `${text}, otra`) =>
      page.getByRole('textbox', { name }).fill(other ? otherText : text)
    const choice = (name: string, value: string, otherValue: string) =>
      page.getByRole('combobox', { name }).selectOption(other ? otherValue : value)
    await page.getByRole('tab', { name: 'Controls' }).click()
    await control(met!)
      .getByRole('radio', { name: other ? 'No' : 'Yes', exact: true })
      .check()
    await control(met!)
      .getByRole('textbox', { name: 'Note' })
      .fill(other ? 'Otra' : 'Visto en el centro')
    await control(left!)
      .getByRole('textbox', { name: 'Why it does not apply' })
      .fill(other ? 'No lo usa ninguno' : 'El servicio no lo usa')
    await page.getByRole('tab', { name: 'Assessment data' }).click()
    await field('Scope', wholeHeader.scope)
    await choice('Standard', wholeHeader.standard, 'OTHER')
    await choice('Opinion', wholeHeader.opinion, 'ADVERSE')
    await field('Period or date: from', '01/11/2025', '31/10/2025')
    await field('To', '31/10/2026', '30/10/2026')
    await field('Date of the report', '20/11/2026', '19/11/2026')
    await choice('Subservice organisations', wholeHeader.subservices, 'EXCLUDED')
    await field('Controls expected of the entity', wholeHeader.userControls)
    const level = other ? (availability === 'D' ? 'C' : 'D') : availability
    await page
      .getByRole('radiogroup', { name: 'Availability' })
      .getByRole('radio', { name: `Level ${level}`, exact: true })
      .check()
  }

  await visitor.visit(`/assessment/${places.draftEvaluation}`)
  await fillIn(true)
  const unchanged = async () => {
    const now = await read()
    return [...Object.keys(wholeHeader), 'target', 'answers'].filter(name => isDeepStrictEqual(now[name], before[name]))
  }
  await expect.poll(unchanged).toEqual([])
  await fillIn(false)
  await expect.poll(read).toEqual(before)
  await says(visitor, /^Saved at/)
})

const demoFile = (name: string) => join(import.meta.dirname, '../../src/server/demo/files', name)
const pickPart = (title: string, name: string) =>
  pickFile(
    provider.page,
    provider.page
      .getByRole('listitem')
      .filter({ hasText: title })
      .getByRole('button', { name: /^(Choose file|Replace)/ }),
    demoFile(name),
  )

test('EASE-17: a request that is corrected or renewed in English keeps its text, its day and its evaluator', async () => {
  const { page } = provider
  const facts = async (id: string) => {
    const { concept, reportDate, idAudit, idServiceCatalog } = await ok(
      supplier.call(readValidation, { params: { id } }),
    )
    return { concept, reportDate, idAudit, idServiceCatalog }
  }
  const rejected = await facts(places.rejectedRequest)
  await provider.visit(`/send-report/${places.rejectedRequest}`)
  await pickPart('Associated Excel document', 'controles-evaluados.xlsx')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.waitForURL(url => url.pathname === '/')
  expect(await facts(places.rejectedRequest)).toEqual(rejected)

  const published = await facts(places.renewable)
  await provider.visit(`/renew-report/${places.renewable}`)
  await pickPart('Audit report', 'informe-auditoria.pdf')
  await pickPart('Associated Excel document', 'controles-evaluados.xlsx')
  await page.getByRole('button', { name: 'Send renewal' }).click()
  await page.waitForURL(url => url.pathname === '/')
  const { renewal } = await ok(supplier.call(readValidation, { params: { id: places.renewable } }))
  expect(await facts(renewal!.validationId)).toEqual({ ...published, reportDate: null })
})

test('EASE-17: what a user hears by mail is kept when it is chosen in English', async () => {
  const { page } = provider
  const read = async () => withoutCounts(await ok(supplier.call(readMailPreferences)))
  const [{ type }] = mailChoicesOf('PROVIDER') as [MailChoice]
  await ok(supplier.call(setMailPreference, { params: { type }, body: { mode: 'WEEKLY' } }))
  const before = await read()
  await provider.visit('/account?parte=avisos')
  const folded = page.getByRole('button', { expanded: false }).and(page.locator('table button'))
  await folded.first().waitFor()
  for (let left = await folded.count(); left > 0; left = await folded.count()) await folded.first().press('Enter')
  const select = page.getByRole('combobox', { name: english[notificationReasons[type]]!, exact: true })
  for (const mode of ['At once', 'Daily digest', 'Weekly digest']) {
    await choose(page, select, mode)
    await provider.quiet()
  }
  expect(await read()).toEqual(before)
})

test('EASE-14: whoever has not chosen reads Spanish, and loads no English', async () => {
  const visitor = await stage.visitor({ name: 'spanish' })
  const loaded: string[] = []
  visitor.page.on('request', request => loaded.push(new URL(request.url()).pathname))
  await visitor.enter(await portal.signIn('somport@almotacen.example'))
  await visitor.open('/account')
  await visitor.page.getByRole('heading', { level: 1, name: 'Mi cuenta' }).waitFor()
  await visitor.quiet()
  expect(await languageOf(visitor)).toBe('es')
  expect(loaded.filter(path => /^\/assets\/(english|web)-/.test(path))).toEqual([])
  const resources = await evaluator.page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  )
  expect(resources.filter(name => /\/assets\/(english|web)-/.test(name))).not.toEqual([])
})

const guestIn = async (locale: string, path: string) => {
  const context = await stage.browser.newContext({ baseURL: portal.url, locale })
  const page = await context.newPage()
  await page.goto(path)
  return page
}

test('EXP-12: the sign-in is Spanish until somebody chooses, whatever the browser says', async () => {
  const page = await guestIn('en-GB', '/')
  await page.getByRole('heading', { level: 1, name: 'Acceso al portal' }).waitFor()
  await page.getByRole('link', { name: 'English' }).click()
  await page.getByRole('heading', { level: 1, name: 'Portal access' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
  // The refusals of a guest too.
  await page.getByRole('textbox', { name: 'E-mail' }).fill('nadie@almotacen.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('equivocada')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('is not correct').waitFor()
  // The choice is kept in this browser.
  await page.goto('/auth/sign-in')
  await page.getByRole('heading', { level: 1, name: 'Portal access' }).waitFor()
  await page.getByRole('link', { name: 'Español' }).click()
  await page.getByRole('heading', { level: 1, name: 'Acceso al portal' }).waitFor()
  await page.context().close()
})

test('EXP-12: whoever is invited reads English from the link in the mail to the end of the onboarding', async () => {
  const page = await guestIn('es-ES', '/auth/sign-in?idioma=en')
  const guest = { page } as Visitor
  const words = async () => [await spanishOn(guest), await languageOf(guest)]
  await page.getByRole('textbox', { name: 'E-mail' }).fill('nuevo@almotacen.example')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Choose your password' }).waitFor()
  expect(await words()).toEqual([[], 'en'])
  // It is the account's language now, which its user may choose again at once.
  await page.getByRole('button', { name: 'Español' }).click()
  await page.getByRole('heading', { level: 1, name: 'Elija su contraseña' }).waitFor()
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill('Muralla-Verde-27')
  await page.getByRole('textbox', { name: 'Repeat the new password' }).fill('Muralla-Verde-27')
  await page.getByRole('button', { name: 'Read the privacy policy' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByRole('heading', { level: 1, name: 'Complete your registration' }).waitFor()
  await page.getByText('General data').first().waitFor()
  expect(await words()).toEqual([[], 'en'])
  await page.getByRole('tab', { name: /Required documents/ }).click()
  await page.getByText('Deed of incorporation').first().waitFor()
  expect(await words()).toEqual([[], 'en'])
  await page.context().close()
})
