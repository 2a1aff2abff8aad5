/**
 * Takes away the guards of a copy of the source one by one and demands that a test fails each time.
 *
 *   npm run test:guards                            all
 *   npm run test:guards -- --only session,states   those whose name holds one of the words
 *   npm run test:guards -- --list                  names them and runs nothing
 *   npm run test:guards -- --sample 5              every fifth
 *
 * Prints guard and killer, then the survivors; ends with 1 when there are any. What it has found stands in
 * test-results/guards.json.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** An edit of one file that removes one guard, and the tests that must notice, the likeliest first. */
type Mutant = { guard: string; file: string; from: number; to: number; instead: string; tests: string[] }

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: { only: { type: 'string' }, list: { type: 'boolean' }, sample: { type: 'string', default: '1' } },
})

const sources = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter(file => !file.includes('.test.'))
    .sort()
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length
const inApi = ['test/api/permissions.test.ts', 'test/api/model.test.ts', 'test/api/roles.test.ts']

/** The tests of a server's file: those beside it, of its noun in the domain, and those of the whole. */
function testsOf(file: string): string[] {
  const folder = file.split('/').slice(0, 3).join('/')
  const beside = globSync(`${folder}/*.test.ts`, { cwd: root }).sort()
  if (/\/(http|session)\//.test(file)) beside.push('src/server/session/session.test.ts', 'src/server/http/http.test.ts')
  return [...new Set([...beside, ...inApi])]
}

/** The parts of a condition that an operator joins at its top level, with where each begins and ends. */
function partsOf(condition: string, operator: '||' | '&&'): [from: number, to: number][] {
  const parts: [number, number][] = []
  let [depth, start] = [0, 0]
  for (let i = 0; i < condition.length; i++) {
    if ('([{'.includes(condition[i]!)) depth++
    else if (')]}'.includes(condition[i]!)) depth--
    else if (depth === 0 && condition.startsWith(operator, i)) {
      parts.push([start, i])
      start = i + operator.length
    }
  }
  return [...parts, [start, condition.length]]
}

/** Every `if (…) throw new Refusal(…)` and every early `return null`, one alternative of its condition at a time. */
function refusals(): Mutant[] {
  const guard = /^[ \t]*(?:else )?if \((.+)\) (?:throw new Refusal\('(\w+)'|(return null)$|(return)$)/gm
  return sources('src/server/**/*.ts')
    .filter(file => !file.startsWith('src/server/demo/'))
    .flatMap(file => {
      const text = read(file)
      const isGuarded = /\/(session|http)\//.test(file)
      return [...text.matchAll(guard)]
        .filter(match => match[2] || isGuarded)
        .flatMap(match => {
          const condition = match[1]!
          const at = match.index + match[0].indexOf(condition)
          const parts = partsOf(condition, '||')
          return parts.map(
            ([from, to]): Mutant => ({
              guard: `${file}:${lineOf(text, at)} ${match[2] ?? 'nothing'} unless ${condition.slice(from, to).trim()}`,
              file,
              from: at + from,
              to: at + to,
              instead: parts.length > 1 ? ' (false as boolean) ' : 'false as boolean',
              tests: testsOf(file),
            }),
          )
        })
    })
}

/** Every condition of a query that keeps the dead, the foreign and the unpublished out. */
function conditions(): Mutant[] {
  const where =
    /^[ \t]*\.where\('[\w.]*(?:deleted_at|ended_at|onboarded_at|participant_id|evaluator_id|user_id|used_at|expires_at|token_hash)'.*\)$/gm
  return sources('src/server/**/*.ts')
    .filter(file => !/\/(demo|database|expiry|mail)\//.test(file))
    .flatMap(file => {
      const text = read(file)
      return [...text.matchAll(where)].map(
        (match): Mutant => ({
          guard: `${file}:${lineOf(text, match.index)} ${match[0].trim()}`,
          file,
          from: match.index,
          to: match.index + match[0].length,
          instead: '',
          tests: testsOf(file),
        }),
      )
    })
}

/** Every row of the state tables: one more state to come from, one more who may, one condition less. */
function states(): Mutant[] {
  const tests = ['src/domain/states/tables.test.ts', 'src/domain/states/machine.test.ts']
  return sources('src/domain/states/*.ts').flatMap(file => {
    const text = read(file)
    const known = /states: (\[.*?\])/.exec(text)?.[1]
    if (!known) return []
    const mutant = (what: string, from: number, to: number, instead: string): Mutant => ({
      guard: `${file}:${lineOf(text, from)} ${what}`,
      ...{ file, from, to, instead, tests },
    })
    const list = (name: 'from' | 'by', every: string) =>
      [...text.matchAll(new RegExp(`${name}: (\\[[^\\]]*\\])`, 'g'))].map(match => {
        const at = match.index + match[0].indexOf('[')
        return mutant(`${match[0]} and any other`, at, at + match[1]!.length, every)
      })
    const needs = [...text.matchAll(/needs: \[/g)].flatMap(match => {
      const open = match.index + match[0].length
      let [depth, close] = [1, open]
      while (depth > 0) depth += { '[': 1, ']': -1 }[text[close++]!] ?? 0
      const inside = text.slice(open, close - 1)
      let [braces, start] = [0, 0]
      const parts: [number, number][] = []
      for (let i = 0; i < inside.length; i++) {
        if ('({['.includes(inside[i]!)) braces++
        else if (')}]'.includes(inside[i]!)) braces--
        else if (inside[i] === ',' && braces === 0) {
          parts.push([start, i + 1])
          start = i + 1
        }
      }
      parts.push([start, inside.length])
      return parts
        .filter(([from, to]) => inside.slice(from, to).trim() !== '')
        .map(([from, to]) =>
          mutant(`needs no ${inside.slice(from, to).trim().replace(/\s+/g, ' ')}`, open + from, open + to, ''),
        )
    })
    return [
      ...list('from', known.replace('[', '[null, ')),
      ...list('by', "['CCI', 'PROVIDER', 'AUDIT', 'ENTITY', 'TIME', 'SELF']"),
      ...needs,
    ]
  })
}

/** Guards that are no `if` of their own: what a reader sees, how long a session lasts, what a secret is bound to. */
function named(): Mutant[] {
  const edits: [guard: string, file: string, find: string, instead: string][] = [
    [
      'session: idle for 30 minutes',
      'src/domain/session/limits.ts',
      'passed(lastSeenAt) <= SESSION_LIMITS.idleMs && ',
      '',
    ],
    ['session: 24 hours long', 'src/domain/session/limits.ts', ' && passed(startedAt) <= SESSION_LIMITS.longestMs', ''],
    [
      'session: headers of a write',
      'src/server/http/serve.ts',
      "if (request.method !== 'GET') checkWriteHeaders",
      'if (false as boolean) checkWriteHeaders',
    ],
    [
      'session: the ability of a call',
      'src/server/http/serve.ts',
      '  if (!scope) throw',
      '  if (false as boolean) throw',
    ],
    ['reach: one’s own password', 'src/domain/roles.ts', '  if (actor.passwordMissing) return null\n', ''],
    [
      'reach: the second factor that a role must have',
      'src/domain/roles.ts',
      '  if (actor.secondFactorMissing) return null\n',
      '',
    ],
    [
      'session: completed',
      'src/domain/session/outcome.ts',
      "passwordChanged && (invitation === null || invitation === 'ACCEPTED')",
      'true',
    ],
    ['session: password changed', 'src/domain/session/outcome.ts', 'passwordChanged && (invitation', '(invitation'],
    [
      'session: a withdrawn invitation opens nothing',
      'src/domain/session/outcome.ts',
      "living && invitation !== 'REJECTED'",
      'living',
    ],
    [
      'session: a deleted account opens nothing',
      'src/domain/session/outcome.ts',
      "living && invitation !== 'REJECTED'",
      "invitation !== 'REJECTED'",
    ],
    [
      'session: 14 days of a one-time password',
      'src/domain/session/outcome.ts',
      '(account.temporaryUntil === null || now < account.temporaryUntil)',
      'true',
    ],
    [
      'reach: the principal user',
      'src/domain/roles.ts',
      "grant.principal && actor.role !== 'CCI' && !actor.isPrincipal",
      'false',
    ],
    ['reach: completed', 'src/domain/roles.ts', '  if (!actor.completed) return null\n', ''],
    [
      'reach: onboarded',
      'src/domain/roles.ts',
      "grant.since === 'completed' || actor.onboarded ? scope : null",
      'scope',
    ],
    ['reach: own participants', 'src/server/participant/queries.ts', 'return sql`p.id =', 'return sql`true or p.id ='],
    [
      'reach: published participants',
      'src/server/participant/queries.ts',
      "    case 'published':\n      return sql`p.onboarded_at is not null`",
      "    case 'published':\n      return sql`true`",
    ],
    ['reach: named participants', 'src/server/participant/queries.ts', 'n.evaluator_id =', 'n.id <>'],
    [
      'reach: named participants, of living requests',
      'src/server/participant/queries.ts',
      '\n          and n.deleted_at is null)',
      ')',
    ],
    [
      'reach: own validations',
      'src/server/validation/queries.ts',
      "eb('v.participant_id', '=', actor.participantId)]",
      'sql<SqlBool>`true`]',
    ],
    [
      'reach: CCI sees no draft',
      'src/server/validation/queries.ts',
      "ways.push(eb('v.status', 'is not', null))",
      'ways.push(sql<SqlBool>`true`)',
    ],
    [
      'reach: an evaluator, once onboarded',
      'src/server/validation/queries.ts',
      "actor.role === 'AUDIT' && settled",
      "actor.role === 'AUDIT'",
    ],
    [
      'reach: an evaluator, its own requests',
      'src/server/validation/queries.ts',
      "ways.push(eb('v.evaluator_id', '=', actor.participantId))",
      'ways.push(sql<SqlBool>`true`)',
    ],
    [
      'reach: a bank, once onboarded',
      'src/server/validation/queries.ts',
      "actor.role === 'ENTITY' && settled",
      "actor.role === 'ENTITY'",
    ],
    ['reach: a bank, of providers only', 'src/server/validation/queries.ts', "eb('p.kind', '=', 'PROVIDER'), ", ''],
    [
      'reach: a bank, of onboarded providers',
      'src/server/validation/queries.ts',
      "eb('p.onboarded_at', 'is not', null), ",
      '',
    ],
    [
      'reach: a bank sees no draft',
      'src/server/validation/queries.ts',
      "eb('p.onboarded_at', 'is not', null), eb('v.status', 'is not', null)",
      "eb('p.onboarded_at', 'is not', null)",
    ],
    [
      'reach: past scores',
      'src/server/score/queries.ts',
      "seesPastScores(actor.role) ? scores : scores.where('x.is_current', '=', true)",
      'scores',
    ],
    [
      'reach: incidents of a provider',
      'src/server/incident/queries.ts',
      "about: eb.or([raised, eb('i.provider_id', '=', actor.participantId)])",
      'about: sql<SqlBool>`true`',
    ],
    [
      'reach: incidents that were raised',
      'src/server/incident/queries.ts',
      "const raised = eb('i.issuer_id', '=', actor.participantId)",
      'const raised = sql<SqlBool>`true`',
    ],
    [
      'reach: users of the own participant',
      'src/domain/user/user.ts',
      "reach(actor, 'user.read') === 'all' || participantId === actor.participantId",
      'true',
    ],
    [
      'reach: who edits another user',
      'src/domain/user/user.ts',
      "user.id === actor.userId || reach(actor, 'user.manage') ? null : 'forbidden'",
      'null',
    ],
    [
      'reach: nobody ends itself',
      'src/domain/user/user.ts',
      "user.id === actor.userId || user.isPrincipal ? 'userNotDeletable'",
      "user.isPrincipal ? 'userNotDeletable'",
    ],
    [
      'reach: nobody ends a principal user',
      'src/domain/user/user.ts',
      "user.id === actor.userId || user.isPrincipal ? 'userNotDeletable'",
      "user.id === actor.userId ? 'userNotDeletable'",
    ],
    [
      'reach: another’s password',
      'src/domain/user/user.ts',
      'if (!caller.self) refused.push',
      'if (false as boolean) refused.push',
    ],
    [
      'reach: one’s own status',
      'src/domain/user/user.ts',
      "caller.role !== 'CCI' && patch.status !== undefined",
      'false as boolean',
    ],
    [
      'reach: the lists of users',
      'src/server/user/list.ts',
      "management === true || reach(actor, 'user.read') !== 'all'",
      'management === true',
    ],
    [
      'reach: what banks read of a document',
      'src/domain/document/document.ts',
      "if (reader !== 'published') return current ?? 'notFound'",
      "if (reader) return current ?? 'notFound'",
    ],
    [
      'reach: history of an evaluator',
      'src/domain/document/document.ts',
      "  if (reader === 'named') return null\n",
      '',
    ],
    [
      'reach: deleted versions of an owner',
      'src/domain/document/document.ts',
      'return versions.filter(version => version.deletedAt === null)',
      'return [...versions]',
    ],
    [
      'reach: what others read of a participant',
      'src/domain/participant/visibility.ts',
      "participant.id === actor.participantId || participant.type === 'PROVIDER'",
      'true',
    ],
    [
      'contract: fields that nobody names',
      'src/server/http/validate.ts',
      '  if (parsed.success) return parsed.data',
      '  if (parsed.success || parsed.error.issues.every(issue => issue.code === "unrecognized_keys")) return value',
    ],
    [
      'idempotency: another content',
      'src/server/http/idempotency.ts',
      "if (first.request_hash !== hash) throw new Refusal('keyReused')",
      '',
    ],
    [
      'idempotency: of this user',
      'src/server/http/idempotency.ts',
      "      .where('user_id', '=', unit.actor.userId)\n      .where('key', '=', key)\n      .executeTakeFirstOrThrow()",
      "      .where('key', '=', key)\n      .executeTakeFirstOrThrow()",
    ],
  ]
  return edits.map(([guard, file, find, instead]): Mutant => {
    const text = read(file)
    const from = text.indexOf(find)
    if (from < 0 || text.indexOf(find, from + 1) >= 0) throw new Error(`${guard}: not once in ${file}: ${find}`)
    const noun = file.split('/')[2]!
    const unit = globSync(`src/domain/${noun}/*.test.ts`, { cwd: root }).sort()
    const tests = file.startsWith('src/domain/')
      ? [...unit, ...testsOf(`src/server/${noun}/x.ts`)]
      : [...testsOf(file), 'test/api/mass-assignment.test.ts']
    return { guard, file, from, to: from + find.length, instead, tests }
  })
}

/** A copy that may be broken: its own source and tests, the packages of this one. */
function copy(): string {
  const place = mkdtempSync(join(tmpdir(), 'almotacen-guards-'))
  for (const name of [
    'src',
    'test',
    'db',
    'scripts',
    'package.json',
    'vitest.config.ts',
    'tsconfig.base.json',
    'tsconfig.json',
  ]) {
    cpSync(join(root, name), join(place, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'))
  return place
}

type Killed = { ok: boolean; by: string | null }

/** Runs test files until one fails. */
function run(place: string, tests: readonly string[]): Killed {
  for (const group of [tests.filter(test => test.startsWith('src/')), tests.filter(test => test.startsWith('test/'))]) {
    if (group.length === 0) continue
    const project = group.every(test => test.startsWith('src/domain/'))
      ? ['--project', 'unit']
      : ['--project', 'unit', '--project', 'api']
    const report = join(place, 'report.json')
    rmSync(report, { force: true })
    const { status } = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        ...['run', '--bail', '1', '--reporter', 'json', '--outputFile', report, '--testTimeout', '120000'],
        ...['--hookTimeout', '120000', ...project, ...group],
      ],
      { cwd: place, env: { ...process.env, MODEL_RUNS: '2' }, stdio: 'ignore', timeout: 900_000 },
    )
    if (status === 0) continue
    const by = firstFailure(report)
    if (by !== null) return { ok: false, by }
  }
  return { ok: true, by: null }
}

/** Null when a test only took too long: that shows a busy machine. */
function firstFailure(report: string): string | null {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: {
        name: string
        status: string
        assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
      }[]
    }
    const failed = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => ({
          name: name.split('/').slice(-2).join('/'),
          fullName,
          failureMessages,
        })),
    )
    if (failed.some(({ failureMessages }) => failureMessages?.some(message => /timed out/.test(message)))) return null
    return failed[0] ? `${failed[0].name}: ${failed[0].fullName}` : 'a test file that does not start'
  } catch {
    return 'the run itself'
  }
}

function main(): number {
  const words = values.only?.split(',')
  const all = [...named(), ...states(), ...refusals(), ...conditions()]
    .filter(({ guard }) => !words || words.some(word => guard.includes(word)))
    .filter((_mutant, index) => index % Number(values.sample) === 0)
  if (values.list) {
    for (const { guard } of all) console.log(guard)
    console.log(`${all.length} guards, and every grant of src/domain/abilities.ts`)
    return 0
  }
  const place = copy()
  const results: { guard: string; killedBy: string | null }[] = []
  const note = (guard: string, by: string | null) => {
    results.push({ guard, killedBy: by })
    console.log(`${by ? 'killed  ' : 'SURVIVED'} ${guard}${by ? `\n           by ${by}` : ''}`)
    mkdirSync(join(root, 'test-results'), { recursive: true })
    writeFileSync(join(root, 'test-results/guards.json'), JSON.stringify(results, null, 2))
  }
  try {
    const green = new Set<string>()
    for (const { guard, file, from, to, instead, tests } of all) {
      const text = read(file)
      if (!green.has(tests.join())) {
        const whole = run(place, tests)
        if (!whole.ok) throw new Error(`A test fails although no guard is gone: ${whole.by}`)
        green.add(tests.join())
      }
      writeFileSync(join(place, file), text.slice(0, from) + instead + text.slice(to))
      const { ok, by } = run(place, tests)
      writeFileSync(join(place, file), text)
      note(guard, ok ? null : by)
    }
    if (!words || words.includes('abilities')) grants(place, note)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
  const survivors = results.filter(({ killedBy }) => killedBy === null)
  console.log(`\n${results.length - survivors.length} of ${results.length} guards are missed when they are gone.`)
  for (const { guard } of survivors) console.log(`survived: ${guard}`)
  return survivors.length > 0 ? 1 : 0
}

/** The grants are changed in one process, where the hand-written table must notice each. */
function grants(place: string, note: (guard: string, by: string | null) => void): void {
  const report = join(place, 'grants.json')
  const words = ['run', '--project', 'api', 'test/api/permissions.test.ts', '-t', 'guard: ']
  spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), ...words, '--reporter', 'json', '--outputFile', report],
    { cwd: place, env: { ...process.env, GUARDS: '1' }, stdio: 'ignore' },
  )
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: { title: string; status: string }[] }[]
  }
  for (const { title, status } of testResults.flatMap(file => file.assertionResults)) {
    if (title.startsWith('guard: '))
      note(title.replace('guard: ', ''), status === 'passed' ? 'permissions.test.ts' : null)
  }
}

// To end at once would cut what a pipe has not taken yet.
process.exitCode = main()
