import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findChromium, launchBrowser } from '#test/support/chromium.ts'

let top: string

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'almotacen-chromium-'))
})

afterEach(() => rmSync(top, { recursive: true, force: true }))

function program(path: string): string {
  const full = join(top, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, '')
  chmodSync(full, 0o755)
  return full
}

test('the Chromium of CHROMIUM_PATH goes before the system’s, and a wrong one is not passed over', () => {
  const named = program('mine')
  program('bin/chromium')
  expect(findChromium({ CHROMIUM_PATH: named, PATH: join(top, 'bin') })).toBe(named)
  expect(() => findChromium({ CHROMIUM_PATH: join(top, 'absent'), PATH: join(top, 'bin') })).toThrow(
    'Corrija la variable',
  )
})

test.runIf(process.platform === 'linux')('the system’s Chromium goes before Playwright’s, newest first', () => {
  program('cache/chromium-999/chrome-linux/chrome')
  const newest = program('cache/chromium-1234/chrome-linux64/chrome')
  const environment = { PATH: join(top, 'bin'), PLAYWRIGHT_BROWSERS_PATH: join(top, 'cache') }
  expect(findChromium(environment)).toBe(newest)
  const system = program('bin/chromium-browser')
  expect(findChromium(environment)).toBe(system)
  const windowless = program('bin/chromium-headless-shell')
  expect(findChromium(environment)).toBe(windowless)
})

test.runIf(findChromium())('Chromium opens a page', async () => {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.setContent('<h1>Almotacén</h1>')
    expect(await page.getByRole('heading').textContent()).toBe('Almotacén')
  } finally {
    await browser.close()
  }
})
