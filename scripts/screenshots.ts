/**
 * `npm run screenshots [-- --out dir] [--only name]`: a picture of every screen for each of its users, on a desktop, a
 * tablet and a telephone, light and dark, and `index.html` with all of them.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Contract } from '#domain/contract/contract.ts'
import { raiseIncident } from '#domain/incident/contract.ts'
import { registerWebhook } from '#domain/integration/webhook/contract.ts'
import { launchBrowser } from '#test/support/chromium.ts'
import { placesOf } from '#test/support/places.ts'
import { quietOf } from '#test/support/quiet.ts'
import type { Places, Screen } from '#test/support/screens.ts'
import { people, screens } from '#test/support/screens.ts'
import { type DemoPortal, startDemoPortal } from './demo/portal.ts'
import { optionsOf } from './usage.ts'

const usage = `npm run screenshots [-- --out <dir>] [--only <name>]
  --out   the folder for the pictures, test-results/screenshots by default
  --only  only screens whose name contains this, for instance 'cci', 'entity-provider' or '360-dark'`
const { out, only } = optionsOf(usage, {
  out: { type: 'string', default: 'test-results/screenshots' },
  only: { type: 'string', default: '' },
})

const sizes = [
  [1440, 900],
  [1280, 800],
  [768, 1024],
  [360, 780],
] as const
const schemes = ['light', 'dark'] as const

const nameOf = ({ who, route }: Screen) =>
  `${who}-${route === '/' ? 'start' : route.slice(1).replaceAll('$', '').replace(/\W+/g, '-')}`

type Picture = { screen: Screen; width: number; height: number; scheme: 'light' | 'dark'; file: string }

const pictures: Picture[] = screens
  .flatMap(screen =>
    sizes.flatMap(([width, height]) =>
      schemes.map(scheme => ({ screen, width, height, scheme, file: `${nameOf(screen)}-${width}-${scheme}.png` })),
    ),
  )
  .filter(({ file }) => file.includes(only))
if (pictures.length === 0) {
  console.error(`No screen is called ${only}.\n\n${usage}`)
  process.exit(1)
}

const sessions = new Map<string, Promise<Record<string, string>>>()

/** One session for each user: one for each picture would fill the statistics. */
function sessionOf(portal: DemoPortal, email: string): Promise<Record<string, string>> {
  const session = sessions.get(email) ?? portal.sessionOf(email)
  sessions.set(email, session)
  return session
}

/** What a user makes with a call. */
async function made<A>(portal: DemoPortal, email: string, { method, path }: Contract, body: object): Promise<A> {
  const session = await sessionOf(portal, email)
  const answer = await fetch(`${portal.url}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'x-csrf-token': session.app__csrf!,
      authorization: session.authToken!,
    },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as A
}

async function placesIn(portal: DemoPortal): Promise<Places> {
  const raised = { title: 'Corte de la línea de digitalización', detail: 'Media hora sin línea.' }
  const { id } = await made<{ id: string }>(portal, people.provider, raiseIncident, raised)
  const hook = { url: 'https://8.8.8.8/portal', events: ['level.met'] }
  const { webhook } = await made<{ webhook: { id: string } }>(portal, people.entity, registerWebhook, hook)
  const provider = await portal.app.db
    .selectFrom('incident')
    .select('provider_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const ownIncident = `${provider.provider_id}-${id}`
  return { ...(await placesOf(portal.app.db)), ownIncident, webhook: webhook.id }
}

async function take(browser: Browser, portal: DemoPortal, places: Places, picture: Picture): Promise<void> {
  const { screen, width, height, scheme, file } = picture
  const context = await browser.newContext({
    baseURL: portal.url,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    hasTouch: width < 600,
  })
  const quiet = quietOf(context)
  const page = await context.newPage()
  const email = people[screen.who]
  if (email) {
    await page.addInitScript(
      kept => {
        for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value)
      },
      await portal.sessionOf(email),
    )
  }
  await page.goto(typeof screen.path === 'string' ? screen.path : screen.path(places))
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await quiet()
  await page.screenshot({ path: join(out, file), fullPage: true })
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (wider > 0) console.log(`${file}: ${wider} px wider than its window`)
  await context.close()
}

/** All pictures side by side, one row for each screen. */
function contactSheet(): string {
  const rows = [...new Set(pictures.map(({ screen }) => screen))].map(screen => {
    const images = pictures
      .filter(each => each.screen === screen)
      .map(
        ({ file, width }) =>
          `<a href="${file}"><img src="${file}" alt="${file}" width="${width / 4}" loading="lazy"></a>`,
      )
    return `<h2>${nameOf(screen)} <small>${screen.route}</small></h2><div>${images.join('')}</div>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>body{font:15px system-ui;margin:24px;background:#888}div{display:flex;gap:12px;align-items:start;flex-wrap:wrap}img{display:block;max-height:600px;object-fit:cover;object-position:top}</style>
${rows.join('\n')}</html>\n`
}

await mkdir(out, { recursive: true })
const portal = await startDemoPortal()
const browser = await launchBrowser()
const places = await placesIn(portal)
const waiting = [...pictures]
const failed: string[] = []
async function work(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { file } = next
    await take(browser, portal, places, next).catch(error => failed.push(`${file}: ${String(error).split('\n')[0]}`))
  }
}
await Promise.all([work(), work()])
await writeFile(join(out, 'index.html'), contactSheet())
await browser.close()
await portal.stop()
for (const line of failed) console.error(line)
console.log(`${pictures.length - failed.length} pictures in ${out}; look at ${join(out, 'index.html')}`)
process.exitCode = failed.length > 0 ? 1 : 0
