import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCentreRules, saveCentreRules } from '#domain/catalogue/centre-rules/contract.ts'
import { saveFourEyes } from '#domain/identity/four-eyes/contract.ts'
import type { Stage } from '#test/support/browser.ts'
import { openStage, says } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let stage: Stage
beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

test('BASE-07 BASE-14: CCI reads each rule with its sentence, value and last change, and changes it in its place with the keyboard', async () => {
  const cci2 = await portal.signIn('cci2@almotacen.example')
  await cci2.call(saveCentreRules, { body: { rules: { acceptanceMonths: 6 } } })
  const visitor = await stage.visitor()
  await visitor.signIn('cci@almotacen.example')
  await visitor.open('/centre-rules')
  const { page } = visitor
  const rule = (name: string) => page.getByRole('region', { name })
  const ladder = rule('Avisos de caducidad')
  await ladder.getByText('Días antes de la caducidad en los que se avisa de ella.').waitFor()
  await ladder.getByText('90, 60, 30 y 7 días antes y el mismo día').waitFor()
  await ladder.getByText('Valor inicial: nadie la ha cambiado.').waitFor()
  await rule('Aceptación del riesgo').getByText('6 meses').waitFor()
  await rule('Aceptación del riesgo').getByText('La cambió Andrés Cano Vega el 21/11/2026 a las 10:00.').waitFor()
  await visitor.checkAccessible()

  const change = ladder.getByRole('button', { name: 'Cambiar Avisos de caducidad' })
  await change.press('Enter')
  const field = ladder.getByRole('textbox', { name: 'Avisos de caducidad' })
  await expect.poll(() => field.evaluate(each => each === document.activeElement)).toBe(true)
  await page.keyboard.type('30, 400')
  await page.keyboard.press('Enter')
  await ladder.getByText('No puede ser mayor que 365.').waitFor()
  await visitor.checkAccessible()
  await field.fill('30; 1')
  await ladder.getByText('Así se avisa: 30 y 1 días antes.').waitFor()
  await page.keyboard.press('Enter')
  await says(visitor, 'Regla guardada')
  await ladder.getByText('30 y 1 días antes').waitFor()
  await ladder.getByText(/^La cambió Marta Olmedo Rivas el 21\/11\/2026 a las/).waitFor()
  await expect.poll(() => change.evaluate(each => each === document.activeElement)).toBe(true)

  // Escape keeps the value and returns to the button.
  await change.press('Enter')
  await page.keyboard.type('5')
  await page.keyboard.press('Escape')
  await expect.poll(() => change.evaluate(each => each === document.activeElement)).toBe(true)
  expect((await cci2.call(readCentreRules)).body.rules.noticeDays).toEqual([30, 1])
  await visitor.close()
})

test('BASE-07: names a colleague who changed the same rule; turning a protection off needs two people', async () => {
  const cci2 = await portal.signIn('cci2@almotacen.example')
  const visitor = await stage.visitor()
  await visitor.signIn('cci@almotacen.example')
  await visitor.open('/centre-rules')
  const { page } = visitor
  const renewal = page.getByRole('region', { name: 'Renovación anticipada' })
  await renewal.getByRole('button', { name: /^Cambiar/ }).press('Enter')
  await page.keyboard.type('45')
  await cci2.call(saveCentreRules, { body: { rules: { earlyRenewalDays: 60 } } })
  visitor.expectComplaint(/409 .*\/centre-rules/)
  await page.keyboard.press('Enter')
  const window = page.getByRole('dialog')
  await window.getByText('60 días').waitFor()
  await window.getByText('Andrés Cano Vega').first().waitFor()
  await visitor.checkAccessible()
  await page.keyboard.press('Escape')
  await renewal.getByRole('button', { name: 'Cancelar' }).press('Enter')
  await expect.poll(() => renewal.getByRole('button').evaluate(each => each === document.activeElement)).toBe(true)

  const assessment = page.getByRole('switch', { name: 'Evaluación obligatoria' })
  await assessment.press('Space')
  await says(visitor, 'Regla guardada')
  await expect.poll(() => assessment.isChecked()).toBe(true)
  await cci2.call(saveFourEyes, { body: { enabled: true } })
  visitor.expectComplaint(/409 .*\/centre-rules/)
  await assessment.press('Space')
  await says(visitor, /Propuesta anotada/)
  await expect.poll(() => assessment.isChecked()).toBe(true)
  await visitor.close()
})

test('BASE-07: a rule that is changed while another is being saved is saved after it', async () => {
  const visitor = await stage.visitor()
  await visitor.signIn('cci@almotacen.example')
  await visitor.open('/centre-rules')
  const { page } = visitor
  const release = Promise.withResolvers<void>()
  await page.route('**/api/v1/centre-rules', async route => {
    if (route.request().method() === 'PUT') await release.promise
    await route.continue()
  })
  for (const name of ['Declaración de independencia obligatoria', 'Verificador y calificador distintos']) {
    const rule = page.getByRole('switch', { name })
    await rule.press('Space')
    await expect.poll(() => rule.isChecked()).toBe(true)
  }
  expect(await page.getByRole('switch', { name: 'Declaración de independencia obligatoria' }).isChecked()).toBe(true)
  release.resolve()
  const cci2 = await portal.signIn('cci2@almotacen.example')
  await expect
    .poll(async () => (await cci2.call(readCentreRules)).body.rules)
    .toMatchObject({ requireIndependence: true, separateVerifier: true })
  await visitor.close()
})
