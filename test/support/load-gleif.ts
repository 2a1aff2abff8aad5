/** Loads files of GLEIF into a database as its owner, and prints by how many MiB the peak of the memory grew, and the seconds. */
import { loadGleif } from '#server/supervision/register/gleif/load.ts'

const [connection = '{}', ...paths] = process.argv.slice(2)
const peak = () => process.resourceUsage().maxRSS / 1024
const rest = peak()
const begun = performance.now()
await loadGleif(JSON.parse(connection), { paths, on: '2026-11-28', isPart: false, now: '2026-11-29T09:00:00.000Z' })
console.log(Math.round(peak() - rest), ((performance.now() - begun) / 1000).toFixed(1))
