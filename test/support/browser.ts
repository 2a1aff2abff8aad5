import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyRouter } from '@tanstack/react-router'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import type { RunnerTestCase } from 'vitest'
import { expect } from 'vitest'
import { newAccessibilityFaults } from '#test/support/axe.ts'
import { launchBrowser } from '#test/support/chromium.ts'
import { insertAsTyped, isFirefox, launchFirefox } from '#test/support/firefox.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD } from '#test/support/portal.ts'
import { quietOf } from '#test/support/quiet.ts'

/** A user at a browser: one context, so its own session and device. */
export type Visitor = {
  page: Page
  context: BrowserContext
  /** The session of the sign-in; null before. */
  token: string | null
  /** Waits until the page has no request in flight, and none follows. */
  quiet(): Promise<void>
  /**
   * Browser errors that this test causes on purpose, each as '<text> <path>', Chromium's log line of a refused call.
   * They must occur before the test ends; any other error fails the test.
   */
  expectComplaint(...patterns: RegExp[]): void
  /** Opens a URL with a full page load. */
  goto(path: string): Promise<void>
  /** Opens a URL as a page load does, with new answers, but inside the application if it is open. */
  open(path: string): Promise<void>
  /** Navigates within the open application, without a page load. */
  visit(path: string): Promise<void>
  /** Navigates likewise, with an empty cache of answers, and does not wait for the screen. */
  visitEmpty(path: string): Promise<void>
  signIn(email: string, password?: string): Promise<void>
  /** Starts with an existing session, without the sign-in screen. */
  enter(caller: Caller): Promise<void>
  signOut(): Promise<void>
  /** Checks that the current screen has no accessibility violation (WCAG 2.2 AA). */
  checkAccessible(): Promise<void>
  close(): Promise<void>
}

export type Stage = {
  browser: Browser
  visitor(options?: Look): Promise<Visitor>
  /** One signed-in visitor per demo account, by the name before its @. */
  people<Name extends string>(names: readonly Name[], look?: (name: Name) => Look): Promise<Record<Name, Visitor>>
  /** Closes the current visitors: after each test, where each has its own. */
  clear(): Promise<void>
  /** Closes the remaining visitors. */
  close(): Promise<void>
}

/** A visitor's device settings, and the name of its screenshots. */
type Look = { width?: number; dark?: boolean; touch?: boolean; name?: string }

/** The browser of this worker, which ends with it. */
let launched: Browser | undefined

/** Visitors of a portal. The page's clock is the portal's. */
export async function openStage(portal: TestPortal): Promise<Stage> {
  if (!launched?.isConnected()) launched = await (isFirefox ? launchFirefox() : launchBrowser())
  const browser = launched
  const here: Visitor[] = []
  const stage: Stage = {
    browser,
    visitor: async ({ name = String(here.length + 1), ...look } = {}) => {
      const visitor = await visitorOf(portal, browser, look)
      here.push(visitor)
      seen.set(visitor.page, name)
      return visitor
    },
    people: async (names, look) => {
      const entered = names.map(async name => {
        const visitor = await stage.visitor({ ...look?.(name), name })
        await visitor.enter(await portal.signIn(`${name}@almotacen.example`))
        await visitor.goto('/')
        return [name, visitor] as const
      })
      return Object.fromEntries(await Promise.all(entered)) as Awaited<ReturnType<typeof stage.people>>
    },
    clear: async () => {
      for (const visitor of here.splice(0)) await visitor.close()
    },
    close: () => stage.clear(),
  }
  return stage
}

/** The pages of all visitors, with the names of their screenshots. */
const seen = new Map<Page, string>()

/** Saves screenshots when a test fails. */
export async function pictureScreens(task: Pick<RunnerTestCase, 'name' | 'file'>): Promise<void> {
  const test = `${basename(task.file.name, '.e2e.ts')}-${task.name.replace(/\W+/g, '-').slice(0, 50)}`
  for (const [page, name] of seen) {
    await page.screenshot({ path: `test-results/${test}-${name}.png`, fullPage: true }).catch(() => {})
  }
}

/** The browser errors since the last test, and the expected ones. */
type Complaints = { said: string[]; expected: RegExp[] }

const complaintsOf = new Set<Complaints>()

/** @returns the unexpected errors, and the expected ones that did not occur; resets both for the next test. */
function settle(complaints: Complaints): string[] {
  const said = complaints.said.splice(0)
  const expected = complaints.expected.splice(0)
  return [
    ...said.filter(complaint => !expected.some(pattern => pattern.test(complaint))),
    ...expected
      // Firefox does not log a call that is refused.
      .filter(pattern => !isFirefox && !said.some(complaint => pattern.test(complaint)))
      .map(pattern => `nothing like ${pattern}`),
  ]
}

/** The browser may log an error shortly after the answer. */
async function hear({ said, expected }: Complaints): Promise<void> {
  const isHeard = (pattern: RegExp) => said.some(complaint => pattern.test(complaint))
  for (let waited = 0; waited < 2_000 && !isFirefox && !expected.every(isHeard); waited += 20) await sleep(20)
}

/** Unexpected browser errors, and missing expected ones. */
export async function unexpectedComplaints(): Promise<string[]> {
  for (const each of complaintsOf) await hear(each)
  return [...complaintsOf].flatMap(settle)
}

/** Collects console errors, uncaught exceptions, and requests to other origins. */
function listen(context: BrowserContext, origin: string): Complaints {
  const complaints: Complaints = { said: [], expected: [] }
  const pathOf = (url: string) => (url.startsWith(origin) ? url.slice(origin.length) : url)
  context.on('console', message => {
    if (message.type() === 'error') complaints.said.push(`${message.text()} ${pathOf(message.location().url)}`)
  })
  context.on('weberror', weberror => complaints.said.push(String(weberror.error())))
  context.on('request', request => {
    const url = request.url()
    const own = url.startsWith(`${origin}/`) || url.startsWith(`blob:${origin}/`) || url.startsWith('data:')
    if (!own) complaints.said.push(`asked another origin: ${url}`)
  })
  complaintsOf.add(complaints)
  return complaints
}

async function visitorOf(portal: TestPortal, browser: Browser, look: Look): Promise<Visitor> {
  const { width = 1440, dark = false, touch = false } = look
  const context = await browser.newContext({
    baseURL: portal.url,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width, height: width < 600 ? 780 : 1000 },
    colorScheme: dark ? 'dark' : 'light',
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  if (isFirefox) await context.addInitScript(insertAsTyped)
  const page = await context.newPage()
  page.setDefaultTimeout(isFirefox ? 60_000 : 15_000)
  const complaints = listen(context, new URL(portal.url).origin)
  // In Firefox one page has the focus; in Chromium each.
  const toFront = async () => void (isFirefox && (await page.bringToFront()))
  const visitor: Visitor = {
    page,
    context,
    token: null,
    quiet: quietOf(context),
    expectComplaint: (...patterns) => void complaints.expected.push(...patterns),
    goto: async path => {
      await toFront()
      await page.goto(path)
    },
    open: async path => {
      await toFront()
      const moved =
        page.url().startsWith(portal.url) &&
        !path.startsWith('/verify') &&
        (await page.evaluate(async href => {
          const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__?: AnyRouter }
          if (!router) return false
          // An empty screen in between drops the state of the one before.
          await router.navigate({ href: '/nothing-is-here', ignoreBlocker: true })
          const { client } = router.options.context
          client.removeQueries({ type: 'inactive' })
          await client.invalidateQueries()
          await router.navigate({ href, replace: true, ignoreBlocker: true })
          return true
        }, path))
      if (!moved) await visitor.goto(path)
    },
    visit: async path => {
      // A certificate is a page of its own, without the router.
      if (!page.url().startsWith(portal.url) || path.startsWith('/verify')) return visitor.goto(path)
      const moved = await page.evaluate(async href => {
        const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__?: AnyRouter }
        await router?.navigate({ href })
        return router !== undefined
      }, path)
      // The sign-in form alone has no router.
      if (!moved) await visitor.goto(path)
    },
    visitEmpty: async path => {
      if (!page.url().startsWith(portal.url) || path.startsWith('/verify')) return visitor.goto(path)
      const moved = await page.evaluate(async href => {
        const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__?: AnyRouter }
        if (!router) return false
        // What the frame reads stays; a screen that reads nothing leaves the rest unused.
        await router.navigate({ href: '/nothing-is-here' })
        router.options.context.client.removeQueries({ type: 'inactive' })
        void router.navigate({ href })
        return true
      }, path)
      if (!moved) await visitor.goto(path)
    },
    signIn: async (email, password = PASSWORD) => {
      await page.goto('/auth/sign-in')
      await page.getByLabel('Correo electrónico').fill(email)
      await page.getByLabel('Contraseña', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Entrar' }).click()
      await page.waitForURL(url => !url.pathname.endsWith('/sign-in'))
    },
    enter: async ({ token, csrf, cookie, me }) => {
      visitor.token = token
      const [name = '', value = ''] = cookie.split('=')
      await context.addCookies([{ name, value, url: portal.url }])
      const entries = {
        authToken: token,
        app__csrf: csrf,
        userConnected: String(me.email),
        'app__completed-user': String(me.completed),
      }
      await page.addInitScript(kept => {
        // Firefox runs this in the empty page of a new tab as well, which may not store.
        if (window.origin === 'null' || sessionStorage.getItem('authToken')) return
        for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value)
      }, entries)
    },
    signOut: async () => {
      const direct = page.getByRole('button', { name: 'Cerrar sesión' })
      if (!(await direct.isVisible())) await page.getByRole('banner').getByRole('button').last().click()
      await page.getByText('Cerrar sesión').click()
      await page.waitForURL('**/auth/sign-in*')
    },
    checkAccessible: async () => {
      await visitor.quiet()
      expect(await newAccessibilityFaults(page), page.url()).toEqual([])
    },
    close: async () => {
      if (!complaintsOf.delete(complaints)) return
      await hear(complaints)
      seen.delete(page)
      await context.close()
      expect(settle(complaints)).toEqual([])
    },
  }
  return visitor
}

/** The text is somewhere on the screen. */
export async function says({ page }: Visitor, text: string | RegExp): Promise<void> {
  await page.getByText(text).filter({ visible: true }).first().waitFor()
}

/** A table row by a text that only it has. */
export function rowOf(page: Page, text: string | RegExp): Locator {
  return page.getByRole('row').filter({ hasText: text })
}

/** Opens the menu of what cannot be done with a row. */
export async function refusedOf(row: Locator): Promise<Locator> {
  await row.getByRole('button', { name: /^Lo que no se puede hacer/ }).click()
  const menu = row.page().getByRole('menu')
  await menu.waitFor()
  return menu
}

/** The texts of each row of a table body, once there are `count` rows. */
export async function rowTexts(page: Page, table: string, count: number): Promise<string[]> {
  const rows = page.getByRole('table', { name: table, exact: true }).locator('tbody').getByRole('row')
  await expect.poll(() => rows.count(), { timeout: 10_000 }).toBe(count)
  return rows.allInnerTexts()
}

/** Opens a select and returns its options, in order. */
export async function optionsOf(page: Page, select: Locator): Promise<string[]> {
  await select.click()
  const options = page.getByRole('option')
  await options.first().waitFor()
  const words = await options.allInnerTexts()
  await page.keyboard.press('Escape')
  await options.first().waitFor({ state: 'hidden' })
  return words
}

/** A level of a dimension in the score step. */
export const levelOf = (page: Page, dimension: string, level: string): Locator =>
  page.getByRole('radiogroup', { name: dimension }).getByRole('radio', { name: `Nivel ${level}`, exact: true })

export const giveLevel = (page: Page, dimension: string, level: string) => levelOf(page, dimension, level).check()

/** Chooses one option of a select. */
export async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await select.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Drops files on an element, as a user does who drags them from a folder. */
export async function dropFiles(onto: Locator, files: readonly string[]): Promise<void> {
  // At its final position: a message may still push it down.
  await onto.hover()
  const box = (await onto.boundingBox())!
  const devtools = await onto.page().context().newCDPSession(onto.page())
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', {
      type,
      x: box.x + 5,
      y: box.y + 5,
      data: { items: [], files: [...files], dragOperationsMask: 1 },
    })
  }
  await devtools.detach()
}

/** Picks a file as a user does: with the button and the file dialog. */
export async function pickFile(page: Page, button: Locator, ...paths: string[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
  await chooser.setFiles(paths)
}

export const pathOf = ({ page }: Visitor): string => new URL(page.url()).pathname

/** The page's session storage. */
export const storageOf = ({ page }: Visitor): Promise<Record<string, string>> =>
  page.evaluate(() => ({ ...sessionStorage }))

/** Presets the page's session storage. */
export async function storeSession({ page }: Visitor, storage: Record<string, string>): Promise<void> {
  await page.evaluate(entries => {
    sessionStorage.clear()
    for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value)
  }, storage)
}

/** Stops the page's clock, to be moved by `page.clock.runFor`; needs `page.clock.install()` before the load. */
export async function stopClock({ page }: Visitor): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 2_000)
}

/** A call of the page, with the page's time of request and answer (null while there is none), in ms. */
export type RecordedCall = { method: string; url: string; at: number; answeredAt: number | null; body: string }

/** Records each call from the next page load on; read them with `recordedCalls`. */
export async function recordCalls({ page }: Visitor): Promise<void> {
  await page.addInitScript(() => {
    const calls: RecordedCall[] = []
    Object.assign(window, { recordedCalls: calls })
    const { open, send } = XMLHttpRequest.prototype
    const opened = new WeakMap<XMLHttpRequest, RecordedCall>()
    XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, method: string, url: string | URL) {
      opened.set(this, { method, url: String(url), at: Date.now(), answeredAt: null, body: '' })
      open.call(this, method, url, true)
    }
    XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body?: Document | XMLHttpRequestBodyInit | null) {
      const call = opened.get(this)
      if (call) {
        call.body = String(body ?? '')
        calls.push(call)
        this.addEventListener('loadend', () => {
          call.answeredAt = Date.now()
        })
      }
      send.call(this, body)
    }
  })
}

export const recordedCalls = ({ page }: Visitor): Promise<RecordedCall[]> =>
  page.evaluate(() => (window as unknown as { recordedCalls: RecordedCall[] }).recordedCalls)
