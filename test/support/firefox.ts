import { type Browser, firefox } from 'playwright-core'
import { findProgram } from '#test/support/chromium.ts'
import { apt, canInstall } from '#test/support/debian.ts'

/** `npm run test:firefox` runs the main journeys in Firefox. */
export const isFirefox = process.env.BROWSER === 'firefox'

const REMEDY = 'Instale Firefox (en Debian: «apt-get install firefox-esr») o diga en FIREFOX_PATH dónde está.'

/** @throws when FIREFOX_PATH does not exist */
export const findFirefox = (environment: NodeJS.ProcessEnv = process.env): string | null =>
  findProgram('FIREFOX_PATH', ['firefox-esr', 'firefox'], environment)

/** Finds Firefox or, as root on Debian or Ubuntu, installs Firefox ESR, and prints which. @throws with instructions. */
export function ensureFirefox(say: (sentence: string) => void = console.log): void {
  let found = findFirefox()
  if (!found && canInstall()) {
    say('Firefox: no se encuentra; se instala el paquete firefox-esr con apt-get.')
    apt('update')
    apt('install', '-y', '--no-install-recommends', 'firefox-esr')
    found = findFirefox()
  }
  if (!found) throw new Error(`No se encuentra Firefox. ${REMEDY}`)
  say(`Firefox: se usa ${found}.`)
}

type Session = {
  send(method: string, ...rest: unknown[]): Promise<unknown>
  emit(event: string, fields: { url?: string; download?: string }): boolean
}
type Internal = { _connection: { toImpl(object: unknown): { _browserSession: Session } } }

/** A headless Firefox, driven by WebDriver BiDi. Never installs: `scripts/ensure-programs.ts --firefox` does. */
export async function launchFirefox(): Promise<Browser> {
  const executablePath = findFirefox()
  if (!executablePath) throw new Error(`No se encuentra Firefox. ${REMEDY}`)
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    // A loaded machine may need longer for a script than the ten seconds after which Firefox ends it.
    firefoxUserPrefs: { 'ui.prefersReducedMotion': 1, 'dom.max_script_run_time': 0 },
  })
  speakOlder(browser)
  return browser
}

/** Playwright's own way to fill a field over BiDi sets its value by script, which React takes for no change. */
export const insertAsTyped = (): void => {
  const insert = (text: string) => void document.execCommand('insertText', false, text)
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => {} })
}

/**
 * Playwright speaks a newer BiDi than Firefox ESR 153: it sets media features, an unknown command there (the preference
 * above says the one that matters), and drops downloads without an id.
 */
function speakOlder(browser: Browser): void {
  const { _browserSession } = (browser as unknown as Internal)._connection.toImpl(browser)
  const sessions = Object.getPrototypeOf(_browserSession) as Session
  const { send, emit } = sessions
  sessions.send = function (method, ...rest) {
    return method === 'emulation.setMediaFeaturesOverride' ? Promise.resolve() : send.call(this, method, ...rest)
  }
  sessions.emit = function (event, fields) {
    const isDownload = event.startsWith('browsingContext.download')
    return emit.call(this, event, isDownload ? { ...fields, download: fields.download ?? fields.url } : fields)
  }
}
