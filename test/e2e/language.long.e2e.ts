import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage } from '#test/support/browser.ts'
import { openStage } from '#test/support/browser.ts'
import { address } from '#test/support/mails.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* The choice of a language, and the English text of the terms. */

let portal: TestPortal
let stage: Stage
beforeAll(async () => {
  const english = join(import.meta.dirname, '../fixtures/earlier-release-files/escritura-constitucion.pdf')
  portal = await startTestPortal({ withWeb: true, environment: { PRIVACY_POLICY_ENGLISH: english } })
  stage = await openStage(portal)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

test("EASE-14: Spanish is the language until a user chooses 'English', and again when it chooses back", async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  await visitor.signIn(address('proveedor'))
  await visitor.goto('/account?parte=idioma')
  const choice = (name: string) => page.getByRole('radio', { name, exact: true })
  expect(await choice('Español').isChecked()).toBe(true)
  for (const [name, language] of [
    ['English', 'en'],
    ['Español', 'es'],
  ] as const) {
    const again = page.waitForEvent('load')
    // A click: the choice is shown a moment after it, which check() does not wait for.
    await choice(name).click()
    await again
    await choice(name).waitFor()
    expect(await choice(name).isChecked()).toBe(true)
    const { language: kept } = await portal.app.db
      .selectFrom('portal_user')
      .select('language')
      .where('email', '=', address('proveedor'))
      .executeTakeFirstOrThrow()
    expect(kept).toBe(language)
  }
  await visitor.checkAccessible()
})

test('EASE-19: shows the English terms beside the Spanish ones, which the user accepts', async () => {
  const visitor = await stage.visitor()
  const { page } = visitor
  await visitor.signIn('nuevo@almotacen.example')
  await page.getByRole('button', { name: 'Leer la política de privacidad y las condiciones de uso' }).click()
  const dialog = page.getByRole('dialog', { name: 'Política de privacidad y condiciones de uso' })
  await dialog.getByText('The Spanish text is the one that you accept.').waitFor()
  await expect.poll(() => dialog.locator('canvas').count()).toBeGreaterThan(1)
  const [spanish, english] = await Promise.all(
    [dialog.locator('div[lang=es]'), dialog.locator('div[lang=en]')].map(pane => pane.boundingBox()),
  )
  expect(english!.x).toBeGreaterThanOrEqual(spanish!.x + spanish!.width)
  await visitor.checkAccessible()
})
