import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import type { Contract } from '#domain/contract.ts'
import { refusals } from '#domain/messages.ts'
import { PRODUCT_NAME } from '#domain/product.ts'
import type { Visitor } from '#test/support/browser.ts'
import { accessibilityFaults } from '#test/support/browser.ts'

const WIDE = { width: 1440, height: 1000 }
const PHONE = { width: 360, height: 780 }

/** What every state of every screen must be: one heading, a title, no fault that axe finds, and room on a phone. */
export async function expectSound({ page }: Visitor, state: string, { axe = true } = {}): Promise<void> {
  const headings = await page.getByRole('heading', { level: 1 }).allInnerTexts()
  expect(headings.length, `${state}: the h1 are ${JSON.stringify(headings)}`).toBe(1)
  expect(await page.title(), `${state}: title of the document`).toMatch(new RegExp(`^.+ · ${PRODUCT_NAME}$`))
  if (axe) expect(await accessibilityFaults(page), `${state}: axe`).toEqual([])
  await page.setViewportSize(PHONE)
  expect(await beyondTheEdge(page), `${state}: wider than 360 px`).toEqual([])
  await page.setViewportSize(WIDE)
}

/** The colours of the dark scheme, of the screen as it stands. */
export async function expectSoundInDark({ page }: Visitor): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  expect(await accessibilityFaults(page, 'contrast'), 'filled, dark: axe').toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** What makes the page scroll sideways, or nothing. */
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

/** Whether an address is one of the calls'. */
function asks(contracts: readonly Contract[], url: URL): boolean {
  return contracts.some(({ path }) => new RegExp(`^/api/v1${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(url.pathname))
}

async function intercept(page: Page, contracts: readonly Contract[], answer: (route: Route) => Promise<void>) {
  const mine = (url: URL) => asks(contracts, url)
  await page.route(mine, route => (route.request().method() === 'GET' ? answer(route) : route.fallback()))
  return () => page.unroute(mine)
}

/** Keeps the answers of the calls back until they are let go; nothing else about them is changed. */
export async function holdAnswers(page: Page, contracts: readonly Contract[]) {
  const gate = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const going: Promise<void>[] = []
  const undo = await intercept(page, contracts, async route => {
    held.resolve()
    const gone = gate.promise.then(() => route.continue())
    going.push(gone)
    await gone
  })
  return {
    held: held.promise,
    release: async () => {
      gate.resolve()
      await Promise.all(going)
      await undo()
    },
  }
}

const unavailable = {
  type: '/api/docs#unavailable',
  title: 'No disponible',
  status: 503,
  detail: refusals.unavailable.sentence,
  code: 'unavailable',
}

/** Answers the calls as the server does without its database, until undone. */
export const failAnswers = (page: Page, contracts: readonly Contract[]) =>
  intercept(page, contracts, route =>
    route.fulfill({
      status: 503,
      headers: { 'content-type': 'application/problem+json', 'retry-after': '5' },
      body: JSON.stringify(unavailable),
    }),
  )

/** Moves the page's time on, as long as the portal tries a failed read again by itself, until `done`. */
export async function passTime(page: Page, done: () => Promise<boolean>): Promise<void> {
  for (let seconds = 0; seconds < 12 && !(await done()); seconds++) await page.clock.runFor(1_000)
}
