/**
 * npm run sbom: the bill of materials of the production dependencies (CycloneDX). `npm sbom --omit dev` also drops
 * packages that a dev dependency shares, so this asks for all and removes the dev-only ones itself.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

type Component = {
  name: string
  version: string
  purl: string
  'bom-ref': string
  properties?: { name: string; value: string }[]
  hashes?: { alg: string; content: string }[]
}
export type Bill = {
  bomFormat: string
  components: Component[]
  dependencies?: { ref: string; dependsOn?: string[] }[]
}

const isDevelopment = ({ properties }: Component) =>
  properties?.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true') ?? false

export function billOfMaterials(): Bill {
  const cwd = join(import.meta.dirname, '..')
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const { stdout, stderr } = spawnSync('npm', words, { cwd, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
  if (!stdout) throw new Error(`npm sbom gave nothing: ${stderr}`)
  const bill = JSON.parse(stdout) as Bill
  const left = new Set(bill.components.filter(isDevelopment).map(each => each['bom-ref']))
  return {
    ...bill,
    components: bill.components.filter(each => !left.has(each['bom-ref'])),
    dependencies: bill.dependencies
      ?.filter(({ ref }) => !left.has(ref))
      .map(each => ({ ...each, dependsOn: each.dependsOn?.filter(ref => !left.has(ref)) })),
  }
}

if (import.meta.main) console.log(JSON.stringify(billOfMaterials(), null, 2))
