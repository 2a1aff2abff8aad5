import { ensureCeph } from '#test/support/ceph/ceph.ts'
import { ensureChromium } from '#test/support/chromium.ts'

/* What the tests need beside the packages: Chromium, and where it can be installed, Ceph for the tests of S3 storage. */
try {
  await ensureChromium()
  ensureCeph()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
