import { ensureCeph } from '#test/support/ceph/ceph.ts'
import { ensureChromium } from '#test/support/chromium.ts'

/* What tests need beside the packages: Chromium, or with `--storage` Ceph, whose gateway speaks S3. */
try {
  if (process.argv.includes('--storage')) ensureCeph()
  else await ensureChromium()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
