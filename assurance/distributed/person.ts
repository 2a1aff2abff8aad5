import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { ORIGIN } from '#assurance/distributed/addresses.ts'
import type { Heard } from '#assurance/distributed/answers.ts'

/** How long a person keeps trying one thing: the promise is half of it. */
const PATIENCE_MS = 60_000
/** How long the person waits for the effect of one try. */
const GLANCE_MS = 6000

/** A person at Chromium, who tries again what the portal could not do, and notices being signed out. */
export class Person {
  readonly page: Page
  /** The answers of every call. */
  readonly heard: Heard[] = []
  signedOut = 0
  /** How often something was tried again. */
  retries = 0
  #signedIn = false

  private constructor(page: Page) {
    this.page = page
  }

  static async enter(browser: Browser): Promise<Person> {
    const context = await browser.newContext({
      baseURL: ORIGIN,
      ignoreHTTPSErrors: true,
      locale: 'es-ES',
      timezoneId: 'Europe/Madrid',
      viewport: { width: 1440, height: 1000 },
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(GLANCE_MS)
    const person = new Person(page)
    page.on('framenavigated', frame => {
      if (person.#signedIn && new URL(frame.url()).pathname === '/auth/sign-in') person.signedOut++
    })
    context.on('requestfinished', async request => {
      const response = await request.response()
      if (!response) return
      const to = performance.now()
      const from = to - Math.max(0, request.timing().responseEnd)
      person.heard.push({ from, to, status: response.status(), retryAfter: response.headers()['retry-after'] ?? null })
    })
    context.on('requestfailed', request => {
      // A page that is left cancels what it still asks for.
      if (request.failure()?.errorText === 'net::ERR_ABORTED') return
      const to = performance.now()
      const why = `${request.method()} ${request.failure()?.errorText} ${new URL(request.url()).pathname}`
      person.heard.push({ from: to, to, status: 0, retryAfter: null, why })
    })
    return person
  }

  /** Does something until it is done, trying again as the page asks for. */
  async persist(what: string, step: () => Promise<unknown>, isDone: () => Promise<unknown>): Promise<void> {
    const end = performance.now() + PATIENCE_MS
    for (let tries = 0; ; tries++) {
      this.retries += Number(tries > 0)
      const failure = await step()
        .then(isDone)
        .then(
          () => null,
          (error: Error) => error,
        )
      if (!failure) return
      if (
        await isDone().then(
          () => true,
          () => false,
        )
      )
        return
      if (performance.now() > end) {
        const shown = await this.page
          .locator('body')
          .textContent()
          .catch(() => '')
        throw new Error(`${what}: not done in ${PATIENCE_MS} ms: ${failure.message}\n${shown?.slice(0, 2000)}`)
      }
      await sleep(500)
    }
  }

  async signIn(email: string, password: string, next: RegExp): Promise<void> {
    const { page } = this
    await this.persist(
      'sign in',
      async () => {
        if (!page.url().includes('/auth/sign-in')) await page.goto('/auth/sign-in')
        await page.getByLabel('Correo electrónico').fill(email)
        await page.getByLabel('Contraseña', { exact: true }).fill(password)
        await page.getByRole('button', { name: 'Entrar' }).click()
      },
      () => page.waitForURL(url => next.test(url.pathname)),
    )
    this.#signedIn = true
  }

  async open(path: string, there: Locator): Promise<void> {
    await this.persist(
      path,
      () => this.page.goto(path),
      () => there.first().waitFor(),
    )
  }

  /** Presses a button until its effect is there; pressing again what has worked is not needed. */
  async press(button: Locator, isDone: () => Promise<unknown>): Promise<void> {
    await this.persist(String(button), () => button.first().click(), isDone)
  }

  says(text: string | RegExp): Promise<void> {
    return this.page.getByText(text).filter({ visible: true }).first().waitFor()
  }

  async fill(fields: Record<string, string>): Promise<void> {
    for (const [label, value] of Object.entries(fields)) {
      await this.page.getByLabel(label, { exact: true }).first().fill(value)
    }
  }

  async choose(label: string, option: string): Promise<void> {
    const { page } = this
    await page
      .getByRole('combobox', { name: label })
      .or(page.getByRole('textbox', { name: label }))
      .first()
      .click()
    await page.getByRole('option', { name: option, exact: true }).first().click()
  }
}
