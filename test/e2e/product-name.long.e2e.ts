import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRODUCT_NAME } from '#domain/values/product.ts'
import type { Stage } from '#test/support/browser.ts'
import { openStage } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* A renamed portal: no screen shows the default product name (D1, D46). */

const NAME = 'Fiel & <Contraste> $& de los proveedores'

let portal: TestPortal
let stage: Stage

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true, environment: { PRODUCT_NAME: NAME } })
  stage = await openStage(portal)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

test.each(['/', '/index.html', '/provider', '/no/existe'])('LAYOUT-02: the page of %s has the name', async path => {
  const html = await (await fetch(new URL(path, portal.url))).text()
  expect(html).toContain('<title>Fiel &amp; &lt;Contraste&gt; $&amp; de los proveedores</title>')
  expect(html).not.toContain(PRODUCT_NAME)
})

test.each([1440, 360])('LAYOUT-02: every frame shows the name and nothing of the other, at %i px', async width => {
  const visitor = await stage.visitor({ width })
  const { page } = visitor
  const shown = async (title: string) => {
    await expect.poll(() => page.title()).toBe(`${title} · ${NAME}`)
    const markup = await page.locator('html').evaluate(html => html.outerHTML)
    expect(markup).not.toContain(PRODUCT_NAME)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await visitor.checkAccessible()
  }
  await visitor.goto('/auth/sign-in')
  await page.getByRole('img', { name: NAME, exact: true }).first().waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shown('Acceso al portal')
  await visitor.goto('/esto/no/existe')
  await page.getByRole('heading', { level: 1, name: 'No se ha encontrado la página' }).waitFor()
  await shown('No se ha encontrado la página')
  await visitor.signIn('cci@almotacen.example')
  await page
    .getByRole('link', { name: `${NAME}, Home`, exact: true })
    .filter({ visible: true })
    .waitFor()
  await page.getByRole('heading', { level: 1, name: 'Cola de verificación' }).waitFor()
  expect(await page.title()).toMatch(/ · Fiel & <Contraste> \$& de los proveedores$/)
  const own = await page.getByRole('banner').getByRole('button').last().boundingBox()
  expect(own!.x + own!.width).toBeLessThanOrEqual(width)
  const letters = page.getByRole('banner').or(page.getByRole('navigation')).getByText(NAME, { exact: true })
  await letters.filter({ visible: true }).first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  await visitor.checkAccessible()
  await visitor.close()
})
