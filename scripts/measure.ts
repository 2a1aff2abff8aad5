/**
 * `npm run measure [-- sizes | start | sign-in | first-visit | streams | tasks | registers | gleif | storage | uploads]`:
 * measures the figures that the docs quote; all of them without a word.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from '#test/support/chromium.ts'
import { startProcess } from '#test/support/process.ts'
import { startDemoPortal } from './demo/portal.ts'
import { reportFirstVisit } from './measure/first-visit.ts'
import { reportGleif } from './measure/gleif.ts'
import { reportRegisters } from './measure/registers.ts'
import { reportSignIn } from './measure/sign-in.ts'
import { reportSizes } from './measure/sizes.ts'
import { reportStorage } from './measure/storage.ts'
import { reportStreams } from './measure/streams.ts'
import { reportTasks } from './measure/tasks.ts'
import { reportUploads } from './measure/uploads.ts'

async function reportStart(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almotacen-measure-'))
  const timed = async () => {
    const begin = performance.now()
    const portal = await startProcess(dataDir)
    const seconds = ((performance.now() - begin) / 1000).toFixed(1)
    await portal.kill('SIGTERM')
    return seconds
  }
  const [first, second] = [await timed(), await timed()]
  console.log(`Start until calls are served: first ${first} s (database made, demo world loaded), second ${second} s`)
  await rm(dataDir, { recursive: true, force: true })
}

const figures: Record<string, () => Promise<void>> = {
  sizes: async () => reportSizes(),
  start: reportStart,
  'sign-in': async () => {
    const portal = await startDemoPortal()
    const browser = await launchBrowser()
    await reportSignIn(browser, portal.url)
    await browser.close()
    await portal.stop()
  },
  'first-visit': async () => {
    const portal = await startDemoPortal()
    const browser = await launchBrowser()
    await reportFirstVisit(browser, portal.url)
    await browser.close()
    await portal.stop()
  },
  registers: async () => {
    const portal = await startDemoPortal()
    if (!(await reportRegisters(portal))) process.exitCode = 1
    await portal.stop()
  },
  gleif: async () => {
    if (!(await reportGleif())) process.exitCode = 1
  },
  streams: async () => {
    const portal = await startDemoPortal()
    await reportStreams(portal)
    await portal.stop()
  },
  storage: reportStorage,
  uploads: async () => {
    if (!(await reportUploads())) process.exitCode = 1
  },
  tasks: async () => {
    const browser = await launchBrowser()
    if (!(await reportTasks(browser))) process.exitCode = 1
    await browser.close()
  },
}

const words = process.argv.slice(2)
const unknown = words.filter(word => !(word in figures))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. npm run measure [-- ${Object.keys(figures).join(' | ')}]`)
  process.exit(1)
}
for (const word of words.length > 0 ? words : Object.keys(figures)) await figures[word]!()
