import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

/**
 * `unit` needs nothing, `api` a real PostgreSQL, `browser` that and Chromium, `storage` Ceph's S3 gateway, which
 * `npm run test:storage` installs: it is no part of `npm test`. Nor are the files named `.long.`, which start processes or
 * go through every screen, call or text: `npm run test:long` runs them.
 * Run one with `npx vitest run --project unit`. The files of a project share their modules: what a test changes of its
 * process it puts back.
 */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    // As many as cores, each with 1 GB: they fill them. More make pages slow, and a race that needs a slow page likely.
    maxWorkers: Math.min(Math.max(2, availableParallelism()), 8),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          setupFiles: 'test/support/properties.ts',
          include: [
            'src/domain/**/*.test.ts',
            'src/web/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'tools/**/*.test.ts',
            'test/*.test.ts',
            'assurance/load/**/*.test.ts',
            'assurance/install/**/*.test.ts',
          ],
          // Ends a test that hangs, and no test on a loaded machine.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'api',
          isolate: false,
          setupFiles: 'test/support/properties.ts',
          include: [
            // Not by `exclude`: it would replace that of the command line.
            'src/server/**/!(*.storage).test.ts',
            'test/api/**/*.test.ts',
            'test/support/**/*.test.ts',
            'assurance/bench/**/*.test.ts',
            'assurance/trust/**/*.test.ts',
          ],
          globalSetup: 'test/support/postgres-setup.ts',
          testTimeout: 120_000,
          // What a server does in the end, however slow the machine.
          expect: { poll: { timeout: 15_000 } },
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          isolate: false,
          setupFiles: 'test/support/browser-hooks.ts',
          include: ['test/e2e/**/*.e2e.ts'],
          globalSetup: 'test/support/postgres-setup.ts',
          testTimeout: 120_000,
          // What a screen shows in the end, however slow the machine: as long as the browser's own waits.
          expect: { poll: { timeout: 15_000 } },
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'storage',
          include: ['src/server/**/*.storage.test.ts'],
          globalSetup: ['test/support/postgres-setup.ts', 'test/support/ceph/ceph-setup.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
})
