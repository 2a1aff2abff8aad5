import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccessibilityFaults } from '#test/support/axe.ts'
import { launchBrowser } from '#test/support/chromium.ts'

/* The check of the other browser tests: each element once, and a fault as often as it is there. */

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await launchBrowser()
  page = await browser.newPage()
})
afterAll(() => browser?.close())

const show = (content: string) =>
  page.setContent(`<html lang="es"><title>Prueba</title><body><main><h1>Prueba</h1>${content}</main></body></html>`)
const list = (...items: string[]) => `<ul>${items.map(item => `<li class="fila">${item}</li>`).join('')}</ul>`

test('a known element with a new child, state or style is checked, and its fault is found each time', async () => {
  await show(list('uno'))
  expect(await newAccessibilityFaults(page)).toEqual([])
  await show(list('uno', 'dos', 'tres'))
  expect(await newAccessibilityFaults(page)).toEqual([])
  for (const [fault, item] of [
    ['color-contrast', '<b style="color: #ddd">uno</b>'],
    // The same element in another place.
    ['color-contrast', '<p style="background: #333"><b>uno</b></p>'],
    ['button-name', '<button class="x"></button>'],
    ['image-alt', '<img src="data:,">'],
    ['aria-allowed-attr', '<b role="note" aria-checked="true">uno</b>'],
  ]) {
    await show(list('uno', item!))
    for (let times = 0; times < 2; times++) {
      expect((await newAccessibilityFaults(page)).join(), fault).toContain(`${fault}:`)
    }
  }
})
