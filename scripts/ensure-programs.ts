import { ensureCeph } from '#test/support/ceph/ceph.ts'
import { ensureChromium } from '#test/support/chromium.ts'
import { optionsOf } from './usage.ts'

/* What tests need beside the packages: Chromium, or with `--storage` Ceph, whose gateway speaks S3. */
const usage = `npm test               finds or installs Chromium
npm run test:storage   with --storage: finds or installs Ceph`
const { storage } = optionsOf(usage, { storage: { type: 'boolean' } })

try {
  if (storage) ensureCeph()
  else await ensureChromium()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
