import type { Browser, Page } from 'playwright-core'
import { DEMO_PASSWORD } from '#server/demo/seed.ts'
import { quietOf } from '#test/support/quiet.ts'

export type LoadedFile = { name: string; kB: number }

/** The files of the portal that the page has loaded, code, styles, pictures and fonts, as they come over the wire. */
export function loadedFiles(page: Page): Promise<LoadedFile[]> {
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.includes('/assets/'))
      .map(({ name, encodedBodySize }) => ({ name: name.replace(/^.*\/assets\//, ''), kB: encodedBodySize / 1000 })),
  )
}

export const kilobytesOf = (files: readonly LoadedFile[]) => files.reduce((sum, { kB }) => sum + kB, 0)

/** Signs CCI in with an empty cache, and prints what its browser loaded until its first screen stood still. */
export async function reportFirstVisit(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const quiet = quietOf(context)
  const page = await context.newPage()
  await page.goto(`${url}/auth/sign-in`)
  await page.getByLabel('Correo electrónico').fill('cci@almotacen.example')
  await page.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('heading', { level: 1, name: 'Cola de verificación' }).waitFor()
  await quiet()
  const files = (await loadedFiles(page)).sort((a, b) => b.kB - a.kB)
  console.log(`First visit of CCI: ${files.length} files, ${Math.round(kilobytesOf(files))} kB`)
  for (const { name, kB } of files) console.log(`${kB.toFixed(1).padStart(8)} kB  ${name}`)
  await context.close()
}
