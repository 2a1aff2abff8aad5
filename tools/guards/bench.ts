import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestModule, TestSpecification, Vitest } from 'vitest/node'
import { BaseSequencer, createVitest } from 'vitest/node'
import { copySource } from '../copy.ts'
import { root } from './mutant.ts'

export type Bench = {
  /** Writes a file of the copy. */
  change(file: string, text: string): void
  /** Runs test files in order until one fails. @returns the first failure, or null. */
  run(tests: readonly string[], environment?: Record<string, string>): Promise<string | null>
  /** The folder of the copy. */
  place: string
  close(): Promise<void>
}

class AsTheyCome extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

/** A copy that may be broken, with symlinked packages, and a Vitest and a database that live across runs. */
export async function openBench(): Promise<Bench> {
  const place = mkdtempSync(join(tmpdir(), 'almotacen-guards-'))
  // Some tests run as another system user.
  chmodSync(place, 0o755)
  copySource(root, place)
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'))
  const vitest = await createVitest({
    root: place,
    watch: false,
    bail: 1,
    project: ['unit', 'api'],
    reporters: [{}],
    silent: true,
    maxWorkers: 1,
    sequence: { sequencer: AsTheyCome },
    testTimeout: 120_000,
  })
  for (const project of vitest.projects) project.config.hookTimeout = 120_000
  const found = await vitest.globTestSpecifications()
  const specifications = new Map(found.map(each => [each.moduleId.slice(place.length + 1), each]))

  return {
    place,
    change: (file, text) => {
      writeFileSync(join(place, file), text)
      vitest.invalidateFile(join(place, file))
    },
    run: async (tests, environment = {}) => {
      forget(vitest)
      for (const project of vitest.projects) project.config.env = { MODEL_RUNS: '2', ...environment }
      const wanted = tests.map(test => {
        const found = specifications.get(test)
        if (!found) throw new Error(`No project holds ${test}`)
        return found
      })
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted)
      return firstFailure(testModules) ?? (unhandledErrors.length > 0 ? 'the run itself' : null)
    },
    close: async () => {
      await vitest.close()
      rmSync(place, { recursive: true, force: true })
    },
  }
}

/** Otherwise the failures of the last run would count for this one. */
function forget({ state }: Vitest): void {
  state.filesMap.clear()
  state.idMap.clear()
}

/** Drops time-outs: they show a busy machine. */
function firstFailure(modules: readonly TestModule[]): string | null {
  const isLate = (errors: readonly { message: string }[]) => errors.some(({ message }) => /timed out/.test(message))
  for (const module of modules) {
    const name = module.moduleId.split('/').slice(-2).join('/')
    for (const test of module.children.allTests('failed')) {
      if (!isLate(test.result().errors ?? [])) return `${name}: ${test.fullName}`
    }
    const around = [module, ...module.children.allSuites()].flatMap(suite => suite.errors())
    if (around.length > 0 && !isLate(around)) return `${name}: ${around[0]?.message.split('\n')[0]}`
  }
  return null
}
