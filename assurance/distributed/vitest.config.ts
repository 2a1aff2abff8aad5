import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** `npm run test:distributed`: one site, everything on it in order, without a time limit. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['assurance/distributed/run.long.ts'],
    fileParallelism: false,
    testTimeout: 0,
    hookTimeout: 600_000,
  },
})
