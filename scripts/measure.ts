/** `npm run measure`: measures the figures that the docs quote. */
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from '#test/support/chromium.ts'
import { startProcess } from '#test/support/process.ts'

const root = join(import.meta.dirname, '..')

function lines(pattern: string[], leave: RegExp): number[] {
  const files = globSync(pattern, { cwd: root }).filter(path => !leave.test(path))
  return files.map(path => readFileSync(join(root, path), 'utf8').split('\n').length).sort((a, b) => a - b)
}

const source = lines(['src/**/*.{ts,tsx}'], /\.test\.tsx?$|database\/tables\.ts$/)
const tests = lines(['{src,test}/**/*.{test,e2e}.{ts,tsx}'], /^$/)
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
const at = (part: number) => source[Math.min(source.length - 1, Math.floor(source.length * part))]
console.log(
  `Source: ${source.length} files, ${sum(source)} lines; a file: median ${at(0.5)}, p90 ${at(0.9)}, max ${source.at(-1)}`,
)
console.log(`Tests: ${tests.length} files, ${sum(tests)} lines`)
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object }
console.log(`Runtime dependencies: ${Object.keys(dependencies).length}`)

const dataDir = await mkdtemp(join(tmpdir(), 'almotacen-measure-'))
const timed = async () => {
  const begin = performance.now()
  const portal = await startProcess(dataDir)
  return { portal, seconds: ((performance.now() - begin) / 1000).toFixed(1) }
}
const first = await timed()
await first.portal.kill('SIGTERM')
const second = await timed()
console.log(
  `Start until calls are served: first ${first.seconds} s (database made, demo world loaded), second ${second.seconds} s`,
)

const browser = await launchBrowser()
const page = await browser.newPage()
const session = await page.context().newCDPSession(page)
await session.send('Network.enable')
let bytes = 0
let files = 0
session.on('Network.loadingFinished', event => {
  bytes += event.encodedDataLength
  files++
})
await page.goto(`${second.portal.url}/auth/sign-in`)
await page.getByRole('button', { name: 'Entrar' }).waitFor()
await page.waitForLoadState('networkidle')
console.log(`The sign-in page loads ${files} files, ${Math.round(bytes / 1024)} KiB on the wire`)
await browser.close()
await second.portal.kill('SIGTERM')
await rm(dataDir, { recursive: true, force: true })
