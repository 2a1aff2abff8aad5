import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { launchBrowser } from '#test/support/chromium.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { PASSWORD } from '#test/support/portal.ts'

/** A person at a browser: one context, so its own session and device. */
export type Visitor = {
  page: Page
  context: BrowserContext
  /** What the browser complained of, page errors included. */
  complaints: string[]
  goto(path: string): Promise<void>
  signIn(email: string, password?: string): Promise<void>
  signOut(): Promise<void>
  /** No accessibility fault on the screen as it stands (WCAG 2.2 AA). */
  checkAccessible(): Promise<void>
  close(): Promise<void>
}

export type Stage = {
  browser: Browser
  visitor(options?: { width?: number; dark?: boolean }): Promise<Visitor>
  close(): Promise<void>
}

/** A browser in front of a portal. The page's clock is the portal's. */
export async function openStage(portal: TestPortal): Promise<Stage> {
  const browser = await launchBrowser()
  return {
    browser,
    visitor: async ({ width = 1440, dark = false } = {}) => visitorOf(portal, browser, width, dark),
    close: () => browser.close(),
  }
}

async function visitorOf(portal: TestPortal, browser: Browser, width: number, dark: boolean): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: portal.url,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width, height: width < 600 ? 780 : 1000 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  page.on('console', message => {
    // A refused call is the server's answer, which the screen explains; the browser logs it all the same.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(String(error)))
  const visitor: Visitor = {
    page,
    context,
    complaints,
    goto: async path => {
      await page.goto(path)
    },
    signIn: async (email, password = PASSWORD) => {
      await page.goto('/auth/sign-in')
      await page.getByLabel('Correo electrónico').fill(email)
      await page.getByLabel('Contraseña', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Entrar' }).click()
      await page.waitForURL(url => !url.pathname.endsWith('/sign-in'))
    },
    signOut: async () => {
      const direct = page.getByRole('button', { name: 'Cerrar sesión' })
      if (!(await direct.isVisible())) await page.getByRole('banner').getByRole('button').last().click()
      await page.getByText('Cerrar sesión').click()
      await page.waitForURL('**/auth/sign-in*')
    },
    checkAccessible: async () => {
      await page.waitForLoadState('networkidle')
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)
      expect(found, page.url()).toEqual([])
    },
    close: async () => {
      expect(complaints).toEqual([])
      await context.close()
    },
  }
  return visitor
}
