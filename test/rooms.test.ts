import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The rooms of each root: its folders, and the files beside them, from the lowest up. A room imports from those before it. */
const rooms = {
  domain:
    'language messages messages.ts values states contract conflict list record identity incident catalogue audit-log notification document assessment report-request validation participant supervision invitation integration start search contracts.ts',
  server:
    'platform kernel session http retention record participant identity integration invitation notification operation catalogue incident validation audit-log document assessment report-request supervision start search expiry undo demo app admin',
  web: 'ui app api session list conflict record search notification audit-log document validation identity integration invitation catalogue supervision report-request assessment shell participant start main incident',
} as const
type Root = keyof typeof rooms

/** The imports that go up, by the rooms between which they go. The list only shrinks: turn an import around, and take it out. */
const up: Readonly<Record<Root, Readonly<Record<string, number>>>> = {
  domain: {
    'report-request -> validation': 2,
    'identity -> participant': 1,
    'conflict -> identity': 1,
    'conflict -> audit-log': 1,
    'notification -> participant': 1,
    'notification -> supervision': 1,
    'participant -> supervision': 1,
    'document -> validation': 1,
    'contract -> identity': 1,
    'contract -> integration': 1,
    'states -> audit-log': 1,
    'states -> identity': 1,
    'audit-log -> participant': 1,
    'list -> identity': 1,
    'validation -> start': 1,
    'validation -> participant': 1,
    'catalogue -> invitation': 1,
  },
  server: {
    'validation -> document': 8,
    'platform -> kernel': 7,
    'participant -> validation': 3,
    'kernel -> notification': 3,
    'identity -> invitation': 2,
    'platform -> operation': 2,
    'participant -> supervision': 2,
    'participant -> document': 2,
    'kernel -> validation': 2,
    'session -> identity': 2,
    'validation -> report-request': 2,
    'identity -> search': 1,
    'platform -> session': 1,
    'retention -> operation': 1,
    'participant -> report-request': 1,
    'participant -> identity': 1,
    'participant -> integration': 1,
    'participant -> invitation': 1,
    'participant -> audit-log': 1,
    'participant -> incident': 1,
    'participant -> catalogue': 1,
    'http -> document': 1,
    'http -> app': 1,
    'http -> notification': 1,
    'http -> integration': 1,
    'http -> audit-log': 1,
    'kernel -> identity': 1,
    'kernel -> operation': 1,
    'kernel -> integration': 1,
    'session -> http': 1,
    'demo -> app': 1,
    'catalogue -> report-request': 1,
    'report-request -> supervision': 1,
  },
  web: {
    'document -> validation': 6,
    'supervision -> participant': 3,
    'api -> session': 3,
    'identity -> participant': 2,
    'notification -> shell': 2,
    'audit-log -> document': 2,
    'validation -> report-request': 2,
    'report-request -> assessment': 2,
    'participant -> start': 1,
    'participant -> incident': 1,
    'document -> catalogue': 1,
    'document -> shell': 1,
    'search -> shell': 1,
    'session -> identity': 1,
    'validation -> assessment': 1,
    'validation -> participant': 1,
  },
}

/** What each file imports of its own root; a page that is loaded on demand is no import. */
function importsIn(under: Root): { from: string; to: string }[] {
  const files = globSync(`src/${under}/**/*.{ts,tsx}`, { cwd: root }).filter(path => !/\.test\.tsx?$/.test(path))
  return files.flatMap(path => {
    const text = readFileSync(join(root, path), 'utf8')
    const room = path.split('/')[2]!
    const named = [...text.matchAll(/\b(?:from|import)\s+'#(\w+)\/([^/']+)/g)].filter(([, at]) => at === under)
    return named.map(([, , to]) => ({ from: room, to: to! })).filter(({ from, to }) => from !== to)
  })
}

test.each(Object.keys(rooms) as Root[])(
  'the rooms of src/%s import downwards, but for a list that only shrinks',
  under => {
    const order = rooms[under].split(' ')
    const imports = importsIn(under)
    const known = new Set(order)
    expect(imports.flatMap(({ from, to }) => [from, to]).filter(room => !known.has(room))).toEqual([])
    const found: Record<string, number> = {}
    for (const { from, to } of imports) {
      if (order.indexOf(from) < order.indexOf(to)) found[`${from} -> ${to}`] = (found[`${from} -> ${to}`] ?? 0) + 1
    }
    expect(found).toEqual(up[under])
  },
)
