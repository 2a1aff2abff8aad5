import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verdictOf } from './audit.ts'
import { billOfMaterials } from './sbom.ts'

const report = (vulnerabilities: Record<string, number>) => JSON.stringify({ metadata: { vulnerabilities } })

test.each([
  [report({ low: 2, moderate: 1, high: 0, critical: 0 }), 'clean'],
  [report({ high: 1, critical: 0 }), 'holes'],
  [report({ high: 0, critical: 1 }), 'holes'],
  ['{"message": "405 Method Not Allowed"}', 'not checked'],
  ['', 'not checked'],
  ['npm error something', 'not checked'],
])('%s means %s', (printed, verdict) => {
  expect(verdictOf(printed).verdict).toBe(verdict)
})

// Optional packages of other platforms that the registry did not offer: `npm run lockfile` adds them without a hash.
test('every package that is installed is named by the hash of its content', () => {
  const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string; link?: boolean; inBundle?: boolean; optional?: boolean }>
  }
  const unnamed = Object.entries(packages).filter(
    ([path, { integrity, link, inBundle, optional }]) =>
      path && !link && !inBundle && !optional && !/^sha512-/.test(integrity ?? ''),
  )
  expect(unnamed.map(([path]) => path)).toEqual([])
})

test('ASVS 15.1.2: the bill of materials lists every component of the portal with version and hash', () => {
  const file = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
  const { dependencies, devDependencies } = JSON.parse(file) as Record<string, Record<string, string>>
  const bill = billOfMaterials()
  expect(bill.bomFormat).toBe('CycloneDX')
  const purl = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`
  const listed = new Map(bill.components.map(each => [each.purl, each]))
  for (const [name, version] of Object.entries(dependencies!)) {
    const component = listed.get(purl(name, version))
    expect(component, name).toBeDefined()
    expect(
      component!.hashes?.map(({ alg }) => alg),
      name,
    ).toContain('SHA-512')
  }
  expect(listed.has(purl('vitest', devDependencies!.vitest!))).toBe(false)
}, 60_000)
