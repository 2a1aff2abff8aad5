import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { apt, canInstall } from '#test/support/debian.ts'

/** In order of preference: the headless shell takes a sixth less time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_APPLICATIONS = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome']
const PACKAGES = ['chromium-headless-shell', 'chromium']

/**
 * The features that Playwright disables, because Chromium uses only the last such list, and address bar suggestions,
 * which cost two pages per visitor.
 */
const OFF = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...[
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
  ],
  ...[
    'AvoidCorsURLLoaderRestartOnRedirect',
    'TcpPortRandomizationWin',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
  ],
  ...['AimEnabled', 'PreconnectToSearch'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'],
]

/** The flags of a test browser: it makes no network requests of its own. */
const ARGUMENTS = [
  `--disable-features=${OFF}`,
  // Test pages are too short-lived for optimizing compilers and for a small heap's garbage collection.
  '--js-flags=--no-opt,--no-maglev,--min-semi-space-size=32',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * @returns the path of a Chromium: CHROMIUM_PATH, else the system's, else one downloaded by Playwright.
 * @throws when CHROMIUM_PATH does not exist
 */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | null {
  const applications = MAC_APPLICATIONS.map(path => join('/Applications', path))
  const others = [...applications, ...playwrights(environment)]
  return findProgram('CHROMIUM_PATH', NAMES, environment) ?? others.find(isProgram) ?? null
}

/**
 * @returns the program that a variable names, else the first of `names` in the system's path.
 * @throws when the variable names none: a silent fallback would hide the mistake.
 */
export function findProgram(variable: string, names: readonly string[], environment: NodeJS.ProcessEnv): string | null {
  const named = environment[variable]
  if (named) {
    if (isProgram(named)) return named
    throw new Error(`${variable} es ${named}, y ahí no hay ningún programa. Corrija la variable o quítela.`)
  }
  const folders = (environment.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(isProgram) ?? null
}

/**
 * Finds Chromium or, as root on Debian or Ubuntu, installs its package, and prints which. @throws with instructions.
 */
export async function ensureChromium(say: (sentence: string) => void = console.log): Promise<string> {
  const found = findChromium()
  if (found) {
    say(`Chromium: se usa ${found}.`)
    return found
  }
  const remedy = 'Instale Chromium (en Debian: «apt-get install chromium») o diga en CHROMIUM_PATH dónde está.'
  if (!canInstall()) throw new Error(`No se encuentra Chromium. ${remedy}`)
  apt('update')
  for (const name of PACKAGES) {
    say(`Chromium: no se encuentra; se instala el paquete ${name} con apt-get.`)
    apt('install', '-y', '--no-install-recommends', name)
    const installed = findChromium()
    if (!installed) continue
    say(`Chromium: instalado en ${installed}.`)
    return installed
  }
  throw new Error(`apt-get no ha podido instalar Chromium. ${remedy}`)
}

/** A headless Chromium for one test file; the caller closes it. Never installs: `scripts/ensure-programs.ts` does. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No se encuentra Chromium. Ejecute antes «node scripts/ensure-programs.ts».')
  // Chromium's sandbox refuses root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...ARGUMENTS] : ARGUMENTS
  return chromium.launch({ executablePath, args })
}

/** The browsers in Playwright's cache, newest first. */
function playwrights(environment: NodeJS.ProcessEnv): string[] {
  const home = homedir()
  const caches = [
    environment.PLAYWRIGHT_BROWSERS_PATH,
    join(home, '.cache/ms-playwright'),
    join(home, 'Library/Caches/ms-playwright'),
  ]
  const inside = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  ]
  return caches.flatMap(cache => {
    if (!cache || !existsSync(cache)) return []
    const versions = readdirSync(cache).filter(name => /^chromium-\d+$/.test(name))
    versions.sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
    return versions.flatMap(version => inside.map(path => join(cache, version, path)))
  })
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
