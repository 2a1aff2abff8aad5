import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PRODUCT_NAME } from '#domain/values/product.ts'
import { newAccessibilityFaults } from '#test/support/axe.ts'
import type { Visitor } from '#test/support/browser.ts'
import { withEmptyValue } from '#test/support/empty-values.ts'
import { isFirefox } from '#test/support/firefox.ts'

const WIDE = { width: 1440, height: 1000 }
/** The design width of work at a desk (EXP-20). */
const DESK = { width: 1280, height: 800 }
const PHONE = { width: 360, height: 780 }

/**
 * The invariants of every state of every screen: one h1, a title, no word of a missing value, no axe violation, no
 * button out of sight at a desk, and no overflow on a phone.
 */
export async function expectSound({ page }: Visitor, state: string, { onPhone = true } = {}): Promise<void> {
  const headings = await page.getByRole('heading', { level: 1 }).allInnerTexts()
  expect(headings.length, `${state}: the h1 are ${JSON.stringify(headings)}`).toBe(1)
  expect(await page.title(), `${state}: title of the document`).toMatch(new RegExp(`^.+ · ${PRODUCT_NAME}$`))
  // Below a sticky header a link is too small to be hit.
  await page.evaluate(() => scrollTo(0, 0))
  expect(withEmptyValue(await textsOn(page)), `${state}: missing values`).toEqual([])
  expect(await newAccessibilityFaults(page), `${state}: axe`).toEqual([])
  if (!onPhone) return
  await page.setViewportSize(DESK)
  await expect.poll(() => outOfSight(page), { message: `${state}: out of sight at 1280 px` }).toEqual([])
  await page.setViewportSize(PHONE)
  await expect.poll(() => beyondTheEdge(page), { message: `${state}: wider than 360 px` }).toEqual([])
  await page.setViewportSize(WIDE)
}

/** The lines that the screen shows, the values of its fields and the names that are read aloud. */
async function textsOn(page: Page): Promise<string[]> {
  const shown = await page.locator('body').allInnerTexts()
  const named = await page.evaluate(() => [
    ...[...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value),
    ...['aria-label', 'aria-description', 'placeholder', 'title', 'alt'].flatMap(name =>
      [...document.querySelectorAll(`[${name}]`)].map(element => element.getAttribute(name) ?? ''),
    ),
  ])
  return [...shown.flatMap(text => text.split('\n')), ...named]
}

/** The colours of the current screen in dark mode. The pairs of colours are checked by `contrast.test.ts`. */
export async function expectSoundInDark({ page }: Visitor): Promise<void> {
  if (isFirefox) return
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  expect(await newAccessibilityFaults(page, 'contrast'), 'dark: axe').toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** What can be pressed only after scrolling a part of the page sideways (EXP-20, EXP-21). */
const outOfSight = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const pressed = document.querySelectorAll('main :is(button, a[href], input, select, textarea)')
    return [...pressed].flatMap(element => {
      const { left, right, width } = element.getBoundingClientRect()
      // Hidden, or there for screen readers only.
      if (width <= 1) return []
      for (let part = element.parentElement; part; part = part.parentElement) {
        const scrolls = part.scrollWidth > part.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(part).overflowX)
        const edge = scrolls && part.getBoundingClientRect()
        if (edge && (right > edge.right + 1 || left < edge.left - 1))
          return [`${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`]
      }
      return []
    })
  })

/** What makes the page scroll sideways, or is cut off at its edge. */
const beyondTheEdge = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const { scrollWidth, clientWidth } = document.documentElement
    const isScrolled = (part: Element | null): boolean =>
      part !== null && (/auto|scroll/.test(getComputedStyle(part).overflowX) || isScrolled(part.parentElement))
    return [...document.body.querySelectorAll('*')]
      .filter(element => element.getBoundingClientRect().right > clientWidth + 0.5)
      .filter(element => scrollWidth > clientWidth || (element.matches('button, a[href]') && !isScrolled(element)))
      .map(element => `${element.tagName} ${(element.textContent ?? '').slice(0, 40)}`)
      .slice(-4)
  })

/** Advances the page's clock through the automatic retries of a failed read, until `done`. */
export async function passTime(page: Page, done: () => Promise<boolean>): Promise<void> {
  for (let seconds = 0; seconds < 12 && !(await done()); seconds++) await page.clock.runFor(1_000)
}
