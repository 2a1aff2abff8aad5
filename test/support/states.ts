import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PRODUCT_NAME } from '#domain/values/product.ts'
import type { Visitor } from '#test/support/browser.ts'
import { newAccessibilityFaults } from '#test/support/browser.ts'

const WIDE = { width: 1440, height: 1000 }
const PHONE = { width: 360, height: 780 }

/** The invariants of every state of every screen: one h1, a title, no axe violation, and no overflow on a phone. */
export async function expectSound({ page }: Visitor, state: string, { onPhone = true } = {}): Promise<void> {
  const headings = await page.getByRole('heading', { level: 1 }).allInnerTexts()
  expect(headings.length, `${state}: the h1 are ${JSON.stringify(headings)}`).toBe(1)
  expect(await page.title(), `${state}: title of the document`).toMatch(new RegExp(`^.+ · ${PRODUCT_NAME}$`))
  // Below a sticky header a link is too small to be hit.
  await page.evaluate(() => scrollTo(0, 0))
  expect(await newAccessibilityFaults(page), `${state}: axe`).toEqual([])
  if (!onPhone) return
  await page.setViewportSize(PHONE)
  expect(await beyondTheEdge(page), `${state}: wider than 360 px`).toEqual([])
  await page.setViewportSize(WIDE)
}

/** The colours of the current screen in dark mode. The pairs of colours are checked by `contrast.test.ts`. */
export async function expectSoundInDark({ page }: Visitor): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  expect(await newAccessibilityFaults(page, 'contrast'), 'dark: axe').toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** The element that makes the page scroll sideways, or nothing. */
const beyondTheEdge = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.body.querySelectorAll('*')]
      .filter(element => element.getBoundingClientRect().right > clientWidth + 0.5)
      .map(element => `${element.tagName} ${(element.textContent ?? '').slice(0, 40)}`)
      .slice(-4)
  })

/** Advances the page's clock through the automatic retries of a failed read, until `done`. */
export async function passTime(page: Page, done: () => Promise<boolean>): Promise<void> {
  for (let seconds = 0; seconds < 12 && !(await done()); seconds++) await page.clock.runFor(1_000)
}
