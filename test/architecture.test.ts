import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pathParameters } from '#domain/contract/contract.ts'
import { contracts } from '#domain/contracts.ts'
import { english } from '#domain/language/english.ts'
import { machines } from '#domain/states/machines.ts'
import { jobLocks } from '#server/platform/database/lock.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sources = (pattern: string) => globSync(pattern, { cwd: root }).filter(path => !/\.test\.tsx?$/.test(path))

function importsOf(path: string): string[] {
  const patterns = /^import (?:.* from )?'([^'\n]+)'|^\} from '([^'\n]+)'|\bimport\('([^'\n]+)'\)/gm
  return [...read(path).matchAll(patterns)].map(match => (match[1] ?? match[2] ?? match[3])!)
}

/** The files of `pattern` with an import that breaks the rule, each with the import. */
function breaches(pattern: string, assertAllowed: (specifier: string) => boolean): string[] {
  return sources(pattern).flatMap(path =>
    importsOf(path)
      .filter(specifier => !assertAllowed(specifier))
      .map(specifier => `${path} imports ${specifier}`),
  )
}

test('the domain imports nothing but itself, the translations and the schema library', () => {
  expect(breaches('src/domain/**/*.ts', name => /^#(domain|locales)\//.test(name) || name === 'zod')).toEqual([])
})

test('states and values know nothing of the nouns', () => {
  const machinery = /^#domain\/(states|values|language)\/|^#domain\/(audit-log\/events|messages|identity\/roles)\.ts$/
  expect(breaches('src/domain/states/*.ts', name => machinery.test(name))).toEqual([])
  expect(breaches('src/domain/values/*.ts', name => /^#domain\/(values|language)\//.test(name))).toEqual([])
})

test('the server never imports the web, nor the web the server', () => {
  expect(breaches('src/server/**/*.ts', name => !name.startsWith('#web/'))).toEqual([])
  expect(breaches('src/web/**/*.{ts,tsx}', name => !name.startsWith('#server/') && !name.startsWith('node:'))).toEqual(
    [],
  )
})

test('a ZIP is made in a worker, never in the thread that answers calls', () => {
  const makers = sources('src/server/**/*.ts').filter(path => importsOf(path).includes('yazl'))
  expect(makers).toEqual(['src/server/audit-log/case-file/case-file-worker.ts'])
})

test('a start loads no large library that it may not need', () => {
  const seen = new Set<string>()
  const load = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    if (!/^src\/.*\.ts$/.test(path)) return
    const text = readFileSync(join(root, path), 'utf8')
    // Types are stripped, and `import()` loads later.
    for (const [, from] of text.matchAll(/^(?:import (?!type )(?:[^'(]*? from )?)'([^'\n]+)'/gm))
      load(from!.replace(/^#(?!locales)/, 'src/'))
  }
  load('src/server/app/portal.ts')
  expect(seen).toContain('fastify')
  const large = [
    '@aws-sdk/client-s3',
    '@cantoo/pdf-lib',
    '@opentelemetry/sdk-trace',
    '@simplewebauthn/server',
    'fontkit',
    'hucre',
    'nodemailer',
    'pdfjs-dist',
    'pdfkit',
    'yazl',
  ]
  expect(large.filter(name => seen.has(name))).toEqual([])
})

test('the look knows no noun: ui and theme import neither the domain, but for its language and its days, nor the api', () => {
  const own = (name: string) =>
    !name.startsWith('#') || /^#web\/(ui|theme|assets)\/|^#domain\/(language\/|values\/day\.ts$)/.test(name)
  expect(breaches('src/web/{ui,theme}/**/*.{ts,tsx}', own)).toEqual([])
})

test('the domain asks no clock and rolls no dice', () => {
  const impure = /Date\.now\(|new Date\(\)|Math\.random\(|process\.|\bfetch\(|console\./
  expect(sources('src/domain/**/*.ts').filter(path => impure.test(read(path)))).toEqual([])
})

test('only the clock asks the machine for the time', () => {
  const asks = /Date\.now\(|new Date\(\)/
  // The file store and the mail folder compare real file times, which no injected clock moves; so does the start
  // script. A log line carries the real time, whatever the portal's clock says.
  const assertAllowed = [
    'src/server/platform/clock.ts',
    'src/server/platform/files/local/folder-store.ts',
    'src/server/platform/files/local/incoming.ts',
    'src/server/platform/files/s3/s3-store.ts',
    'src/server/platform/mail/outbox-folder.ts',
    'src/server/http/observe/request-log.ts',
    'src/server/platform/log.ts',
    'src/server/platform/database/embedded-process.ts',
    'src/server/platform/database/embedded-place.ts',
  ]
  expect(sources('src/server/**/*.ts').filter(path => asks.test(read(path)) && !assertAllowed.includes(path))).toEqual(
    [],
  )
})

/** A status comparison in TypeScript, Kysely or SQL: with a literal, or a list of literals. */
const statusWord = `'(?:${[...new Set(machines.flatMap(({ states }) => states))].join('|')})'`
const statusComparisons = [
  `[=!]==?\\s*${statusWord}`,
  `${statusWord}\\s*[=!]==?`,
  `case ${statusWord}:`,
  `\\bincludes\\(${statusWord}`,
  `\\b(?:status|state)\\s*(?:=|<>|!=)\\s*${statusWord}`,
  `\\)\\s*(?:=|<>|!=)\\s*${statusWord}`,
  `\\b(?:in|any)\\s*\\((?:\\s*array\\s*\\[)?\\s*${statusWord}`,
  `status'?\\)?,\\s*'(?:=|!=|<>|in|not in|is|is not)',\\s*\\[?\\s*${statusWord}`,
].map(pattern => new RegExp(pattern))

test('a status is compared in the tables of src/domain/states and nowhere else, in TypeScript as in SQL', () => {
  const seen = [
    "if (status === 'PENDING') return",
    "'LAPSED' !== row.status",
    "    case 'OPEN':",
    "statuses.includes('REJECTED')",
    "sql`v.status = 'PENDING' and`",
    "i.status <> 'PENDING'",
    "status_on(w.status, w.expires_on, today) = 'LAPSED'",
    "status_on(w.status, w.expires_on, today) in ('ACCEPTED', 'LAPSED')",
    "v.status = any (array['OPEN', 'CLOSED'])",
    ".where('status', '=', 'PENDING')",
    ".where('v.status', 'in', ['PENDING', 'ACCEPTED'])",
    "eb('v.status', '!=', 'REJECTED')",
  ]
  expect(seen.filter(line => !statusComparisons.some(each => each.test(line)))).toEqual([])
  const found = sources('src/{domain,server,web}/**/*.{ts,tsx}')
    .filter(path => !/^src\/(domain\/states|(domain|server)\/demo)\//.test(path))
    .flatMap(path =>
      read(path)
        .split('\n')
        .map((line, index) => ({ line, at: `${path}:${index + 1}` }))
        .filter(({ line }) => statusComparisons.some(each => each.test(line)))
        .map(({ line, at }) => `${at} ${line.trim()}`),
    )
  expect(found).toEqual([])
})

test('every advisory lock of the portal has its number in lock.ts, and no two share one', () => {
  const named = Object.values(jobLocks)
  expect(new Set(named).size).toBe(named.length)
  const numbers = (path: string) => [...read(path).matchAll(/\b72_?616_?\d{3}\b/g)].map(([found]) => found)
  // The database `postgres` of an embedded server has locks of its own.
  const own = /platform\/database\/(lock|embedded)/
  expect(sources('src/**/*.ts').filter(path => !own.test(path) && numbers(path).length > 0)).toEqual([])
  expect(numbers('db/schema.sql').filter(each => !named.includes(Number(each.replaceAll('_', '')) as never))).toEqual(
    [],
  )
})

/** Texts of the screen are for reading: a form holds codes, so that its language never changes what is saved. */
const wordComparisons = (line: string): boolean => {
  const literal = /(?:[=!]==?\s*|\bcase )'((?:[^'\\]|\\.)+)'|'((?:[^'\\]|\\.)+)'\s*[=!]==/g
  const translated = /[=!]==\s*(?:t[(`]|yesNo\()|\b(?:yesNo|t)\([^()]*\)\s*[=!]==/
  const worded = /\b\w*(?:[tT]ext|[lL]abels?|LabelOf|[wW]ords)(?:\([^()]*\)|\[[^\]]*\]!?)\s*[=!]==(?!\s*undefined)/
  const isWord = (text: string) => /^\p{Lu}/u.test(text) && (english[text] ?? text) !== text
  return (
    translated.test(line) || worded.test(line) || [...line.matchAll(literal)].some(([, a, b]) => isWord(a ?? b ?? ''))
  )
}

test('EASE-17: nothing on the screen is compared with a word that has a translation', () => {
  const seen = [
    "underpins: values.underpins === 'Sí',",
    'now[role] === yesNo(true)',
    'types.find(each => each === typed || typeText(each) === typed)',
    "if (typed === t('Sí'))",
  ]
  expect(seen.filter(line => !wordComparisons(line))).toEqual([])
  const found = sources('src/web/**/*.{ts,tsx}').flatMap(path =>
    read(path)
      .split('\n')
      .flatMap((line, index) => (wordComparisons(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})

test('the audit log answers no operational question: only its own code, exports and back-ups read it', () => {
  const reads = /(selectFrom|innerJoin|leftJoin)\('trail\b|\b(from|join)\s+(public\.)?trail\b/
  const own = /^src\/server\/(audit-log|platform\/audit-log|admin\/trail|platform\/backup|retention\/export)\b/
  expect(sources('src/server/**/*.ts').filter(path => reads.test(read(path)) && !own.test(path))).toEqual([])
})

test('there are no barrels: no file only passes on what another exports', () => {
  expect(sources('src/**/*.{ts,tsx}').filter(path => /^export \* from/m.test(read(path)))).toEqual([])
})

test('no file grows past one subject', () => {
  const limit = 300
  const long = sources('src/**/*.{ts,tsx}')
    .filter(path => path !== 'src/server/platform/database/tables.ts')
    .map(path => ({ path, lines: read(path).split('\n').length }))
    .filter(({ lines }) => lines > limit)
  expect(long).toEqual([])
})

test('no folder holds more modules than a person reads at a glance', () => {
  // A style sheet counts with the component beside it, and tests do not count.
  const moduleOf = (path: string) => path.replace(/(\.module)?\.(tsx?|css)$/, '')
  const folders = new Map<string, Set<string>>()
  for (const path of sources('src/**/*.{ts,tsx,css}')) {
    const steps = moduleOf(path).split('/')
    for (let depth = 1; depth < steps.length; depth++) {
      const folder = steps.slice(0, depth).join('/')
      folders.set(folder, (folders.get(folder) ?? new Set()).add(steps[depth]!))
    }
  }
  // The rooms of a root are in rooms.test.ts.
  const crowded = [...folders]
    .filter(([path]) => !/^src\/\w+$/.test(path))
    .map(([path, modules]) => ({ path, modules: modules.size }))
    .filter(each => each.modules > 20)
  expect(crowded).toEqual([])
})

test('every call has a permission rule, a unique name, and a schema for each path parameter', () => {
  expect(contracts.filter(contract => !contract.who)).toEqual([])
  const names = contracts.map(contract => contract.name)
  expect(new Set(names).size).toBe(names.length)
  const places = contracts.map(contract => `${contract.method} ${contract.path.replace(/\{\w+\}/g, '{}')}`)
  expect(new Set(places).size).toBe(places.length)
  const unchecked = contracts.filter(contract => {
    const known = Object.keys(contract.params?.shape ?? {})
    return pathParameters(contract.path).some(name => !known.includes(name))
  })
  expect(unchecked.map(contract => contract.name)).toEqual([])
})

/** Calls of the specification and for programs that a screen does with another call, or not at all. */
const callsOfNoScreen: Readonly<Record<string, string>> = {
  createParticipant: 'CCI invites participants',
  createValidation: 'a participant has its documentation from the start',
  deleteRequestByForm: 'deleteRequest',
  importEntities: 'previewEntities and invitePreloaded',
  importProviders: 'previewProviders and invitePreloadedProviders',
  listUsersOfEntity: 'listUsersOfParticipant',
  listVerificationKeys: 'for programs of others',
  readCalendar: 'for calendar programs',
  readDocument: 'documentContent',
  readParticipantOfUser: 'readMe',
  readPermissions: 'listValidations',
  saveDocumentCatalogue: 'replaceDocumentCatalogue',
  updateParticipant: 'editParticipant',
  updateUser: 'patchUser',
  verifyCertificate: 'for programs of others; its page is made by the server',
}

test('every call is used by a screen, or it is said why not', () => {
  const web = sources('src/web/**/*.{ts,tsx}').map(read).join('\n')
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(web)
  const declared = sources('src/domain/**/*.ts').flatMap(path => [
    ...read(path).matchAll(/^export const (\w+) = (?:contract\(|exportOf\((\w+))/gm),
  ])
  const exportsOf = new Map(declared.map(([, name, list]) => [list, name!]))
  const unused = declared.map(([, name]) => name!).filter(name => !isUsed(name) && !isUsed(exportsOf.get(name) ?? name))
  expect(declared.length).toBeGreaterThan(contracts.length - 10)
  expect(unused.toSorted()).toEqual(Object.keys(callsOfNoScreen).toSorted())
})

test('a window closes on a list that was read again: a write that reads again is a useListWrite, and closes afterwards', () => {
  const closesFirst = sources('src/web/**/*.{ts,tsx}').flatMap(path => {
    const writes = read(path).split('useMutation({').slice(1)
    return writes.flatMap(text => {
      const body = text.slice(0, text.search(/^ {2}\}\)/m))
      const [closes, reads] = [
        /\b(?:onClose|close)\(\)/,
        /invalidateQueries|onSettled|\brefresh\w*\(|onReread\(|onSaved\(|onDone\(/,
      ]
      const isEarly = closes.test(body) && reads.test(body) && body.search(closes) < body.search(reads)
      return isEarly ? [path] : []
    })
  })
  // It says that the participant is gone, and leaves the screen after a moment.
  expect(closesFirst).toEqual(['src/web/participant/detail/DeleteParticipantModal.tsx'])
})

test('nothing committed names a machine or a package registry', () => {
  const machine = /\/(?:wor[k]|far[m])\/|registry\.npmjs\.or[g]\/.*-\/[^"]*tgz#/
  const text = globSync('{src,test,scripts,docs,db,.ci}/**/*.{ts,tsx,md,sql,json}', { cwd: root })
  expect(text.filter(path => machine.test(read(path)))).toEqual([])
})

test('each migration has a number of its own', () => {
  const names = globSync('db/migrations/*.sql', { cwd: root }).sort()
  const numbers = names.map(name => Number(/(\d{4})-/.exec(name)![1]))
  expect(numbers).toEqual([...new Set(numbers)])
})
