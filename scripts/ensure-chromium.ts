import { ensureChromium } from '#test/support/chromium.ts'

try {
  await ensureChromium()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
