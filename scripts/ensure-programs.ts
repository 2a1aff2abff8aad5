import { ensureCeph } from '#test/support/ceph/ceph.ts'
import { ensureChromium } from '#test/support/chromium.ts'
import { ensureFirefox } from '#test/support/firefox.ts'
import { optionsOf } from './usage.ts'

/* What tests need beside the packages: Chromium, with `--firefox` Firefox, with `--storage` Ceph, whose gateway speaks S3. */
const usage = `npm test               finds or installs Chromium
npm run test:firefox   with --firefox: finds or installs Firefox
npm run test:storage   with --storage: finds or installs Ceph`
const { firefox, storage } = optionsOf(usage, { firefox: { type: 'boolean' }, storage: { type: 'boolean' } })

try {
  if (storage) ensureCeph()
  else if (firefox) ensureFirefox()
  else await ensureChromium()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
