import type { Browser } from 'playwright-core'

/** Lighthouse's slow 4G, and a processor four times slower than this one. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 }
const SLOWER = 4

export type SignInFigures = {
  files: number
  /** Bytes on the wire, heads included. */
  bytes: number
  /** Until the form takes what is typed, in milliseconds from the start of the navigation. */
  usableMs: number
  layoutShift: number
}

/** Loads the sign-in page once with an empty cache, as a telephone on a slow line would. */
export async function measureSignIn(browser: Browser, url: string, path = '/auth/sign-in'): Promise<SignInFigures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  let bytes = 0
  let files = 0
  session.on('Network.loadingFinished', event => {
    bytes += event.encodedDataLength
    files++
  })
  // The first frame in which the field has the focus and the button is drawn: from then on keys arrive.
  await page.addInitScript(() => {
    const look = () => {
      const ready = document.activeElement?.id === 'email' && document.querySelector('button[type="submit"]')
      if (ready) performance.mark('usable')
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    new PerformanceObserver(list => {
      const shifts = list.getEntries() as unknown as { value: number }[]
      const state = globalThis as unknown as { shift?: number }
      state.shift = (state.shift ?? 0) + shifts.reduce((sum, { value }) => sum + value, 0)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`${url}${path}`)
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0)
  await page.waitForLoadState('networkidle')
  const measured = await page.evaluate(() => ({
    usableMs: Math.round(performance.getEntriesByName('usable')[0]!.startTime),
    layoutShift: (globalThis as unknown as { shift?: number }).shift ?? 0,
  }))
  await context.close()
  return { files, bytes, ...measured }
}

/** Prints the middle of five visits, because one alone depends on what else the machine does. */
export async function reportSignIn(browser: Browser, url: string): Promise<void> {
  const visits: SignInFigures[] = []
  for (let count = 0; count < 5; count++) visits.push(await measureSignIn(browser, url))
  const { files, bytes, usableMs, layoutShift } = visits.sort((a, b) => a.usableMs - b.usableMs)[2]!
  console.log(
    `Sign-in on slow 4G with a processor ${SLOWER} times slower: ${files} files, ${Math.round(bytes / 1000)} kB, ` +
      `usable after ${(usableMs / 1000).toFixed(2)} s, layout shift ${layoutShift.toFixed(3)}`,
  )
}
