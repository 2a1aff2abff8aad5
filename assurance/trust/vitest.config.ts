import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** `npm run test:trust`: one promise at a time, without a time limit. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['assurance/trust/run.long.ts'],
    globalSetup: 'test/support/postgres-setup.ts',
    fileParallelism: false,
    hookTimeout: 60_000,
  },
})
