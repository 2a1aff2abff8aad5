/**
 * `npm run measure:load`: load measurements with the data volume of an installation after years.
 *
 * Portal, PostgreSQL and the clients share this machine; each line shows the load average for context. Prints a table
 * in Markdown, and ends with 1 when a call was answered wrongly or with a 5xx other than 503: a slow machine is no
 * failure.
 */
import { availableParallelism, cpus, totalmem } from 'node:os'
import type { Line } from '#assurance/load/line.ts'
import { hasFault, heading, mib, written } from '#assurance/load/line.ts'
import { idleCrowd } from '#assurance/load/w1-idle-crowd.ts'
import { mixedWork } from '#assurance/load/w2-working-mix.ts'
import { readPeak } from '#assurance/load/w3-reads.ts'
import { signInStorm } from '#assurance/load/w4-sign-ins.ts'
import { writes } from '#assurance/load/w5-writes.ts'
import { files } from '#assurance/load/w6-files.ts'
import { massImport } from '#assurance/load/w7-import.ts'
import { exportOfLogins } from '#assurance/load/w8-export.ts'
import { overload } from '#assurance/load/w9-overload.ts'
import { coldStart } from '#assurance/load/w10-start.ts'
import { largeCaseFile } from '#assurance/load/w11-case-file.ts'
import { oneEdit } from '#assurance/load/w12-one-edit.ts'
import { releasedMigrations } from '#assurance/load/w13-released-migrations.ts'
import type { Scale, World } from '#assurance/load/world.ts'
import { defaultScale as defaults, inWorld } from '#assurance/load/world.ts'
import { optionsOf } from '../scripts/usage.ts'

const loads: Record<string, (world: World) => Promise<Line[]>> = {
  W1: idleCrowd,
  W2: mixedWork,
  W3: readPeak,
  W4: signInStorm,
  W5: writes,
  W6: files,
  W7: massImport,
  W8: exportOfLogins,
  W9: overload,
  W10: coldStart,
  W11: largeCaseFile,
  W12: oneEdit,
  W13: releasedMigrations,
}

const names = Object.keys(defaults) as (keyof Scale)[]
const usage = `npm run measure:load                                            every W, in about ten minutes
npm run measure:load -- --only W6,W8 --logins 100000 --times 5
The sizes: ${names.map(name => `--${name}`).join(' ')}`
const values = optionsOf(usage, {
  only: { type: 'string', default: Object.keys(loads).join() },
  times: { type: 'string', default: '1' },
  ...Object.fromEntries(names.map(name => [name, { type: 'string', default: String(defaults[name]) } as const])),
})
const scale = Object.fromEntries(names.map(name => [name, Number(values[name as keyof typeof values])])) as Scale
const only = values.only.split(',')
const unknown = only.filter(name => !(name in loads))
const senseless = [...names.filter(name => !(scale[name] > 0)), ...(Number(values.times) > 0 ? [] : ['times'])]
if (unknown.length + senseless.length > 0) {
  console.error(`Not a W: ${unknown.join(', ') || '–'}; not a number above 0: ${senseless.join(', ') || '–'}`)
  process.exit(2)
}

let faults = 0
console.log(`${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${mib(totalmem())}, ${process.platform}`)
await inWorld(
  scale,
  line => console.log(line),
  async world => {
    console.log(`\n${heading}`)
    for (let time = 0; time < Number(values.times); time++) {
      for (const name of Object.keys(loads).filter(each => only.includes(each))) {
        for (const line of await loads[name]!(world)) {
          console.log(written(line))
          if (hasFault(line)) faults++
        }
      }
    }
  },
)
if (faults > 0) {
  console.error(`${faults} lines have a call that was answered wrongly or with a 5xx.`)
  process.exitCode = 1
}
