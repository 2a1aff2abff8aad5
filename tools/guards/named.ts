import { type Mutant, read, tests, testsOf } from './mutant.ts'

/** Guards that are no `if`: visible columns, session lengths, the context that a secret is bound to. */
export function named(): Mutant[] {
  const edits: [guard: string, file: string, find: string, instead: string][] = [
    [
      'session: idle for 30 minutes',
      'src/domain/identity/session/limits.ts',
      'passed(lastSeenAt) <= SESSION_LIMITS.idleMs && ',
      '',
    ],
    [
      'session: 24 hours long',
      'src/domain/identity/session/limits.ts',
      ' && passed(startedAt) <= SESSION_LIMITS.longestMs',
      '',
    ],
    [
      'session: headers of a write',
      'src/server/http/caller-of.ts',
      "if (contract.method !== 'GET' && !named?.scopes) checkWriteHeaders",
      'if (false as boolean) checkWriteHeaders',
    ],
    [
      'session: the ability of a call',
      'src/server/http/caller-of.ts',
      '  if (!scope) throw',
      '  if (false as boolean) throw',
    ],
    [
      'scopeOf: one’s own password',
      'src/domain/identity/roles.ts',
      '  if (actor.passwordMissing) return grant.',
      '  if (false as boolean) return grant.',
    ],
    [
      'scopeOf: the second factor that a role must have',
      'src/domain/identity/roles.ts',
      '  if (actor.secondFactorMissing) return null\n',
      '',
    ],
    [
      'session: completed',
      'src/domain/identity/session/outcome.ts',
      'passwordChanged && (invitation === null || invitationMachine.is.accepted(invitation))',
      'true',
    ],
    [
      'session: password changed',
      'src/domain/identity/session/outcome.ts',
      'passwordChanged && (invitation',
      '(invitation',
    ],
    [
      'session: a withdrawn invitation opens nothing',
      'src/domain/identity/session/outcome.ts',
      'living && !invitationMachine.is.withdrawn(invitation)',
      'living',
    ],
    [
      'session: a deleted account opens nothing',
      'src/domain/identity/session/outcome.ts',
      'living && !invitationMachine.is.withdrawn(invitation)',
      '!invitationMachine.is.withdrawn(invitation)',
    ],
    [
      'session: 14 days of a one-time password',
      'src/domain/identity/session/outcome.ts',
      '(account.temporaryUntil === null || now < account.temporaryUntil)',
      'true',
    ],
    [
      'scopeOf: the principal user',
      'src/domain/identity/roles.ts',
      "grant.principal && actor.role !== 'CCI' && !actor.isPrincipal",
      'false',
    ],
    ['scopeOf: completed', 'src/domain/identity/roles.ts', 'actor.completed && actor.onboarded', 'actor.onboarded'],
    ['scopeOf: onboarded', 'src/domain/identity/roles.ts', 'actor.completed && actor.onboarded', 'actor.completed'],
    [
      'scopeOf: own participants',
      'src/server/participant/visible-rows.ts',
      'own: sql`p.id =',
      'own: sql`true or p.id =',
    ],
    [
      'scopeOf: published participants',
      'src/server/participant/visible-rows.ts',
      'published: sql`p.onboarded_at is not null`',
      'published: sql`true`',
    ],
    ['scopeOf: named participants', 'src/server/participant/visible-rows.ts', 'n.evaluator_id =', 'n.id <>'],
    [
      'scopeOf: named participants, of living requests',
      'src/server/participant/visible-rows.ts',
      '\n          and n.deleted_at is null)',
      ')',
    ],
    [
      'scopeOf: own validations',
      'src/server/participant/visible-rows.ts',
      'sql<SqlBool>`v.participant_id =',
      'sql<SqlBool>`v.id <>',
    ],
    ['scopeOf: CCI sees no draft', 'src/server/participant/visible-rows.ts', ' or v.status is not null)', ' or true)'],
    [
      'scopeOf: others’ validations, once onboarded',
      'src/domain/participant/visibility.ts',
      "scopeOf(actor, 'request.read') ?? 'own'",
      "scopeOf({ ...actor, completed: true, onboarded: true }, 'request.read') ?? 'own'",
    ],
    [
      'scopeOf: an evaluator, its own requests',
      'src/server/participant/visible-rows.ts',
      ' or v.evaluator_id = ',
      ' or v.id <> ',
    ],
    ['scopeOf: a bank, of providers only', 'src/server/participant/visible-rows.ts', "p.kind = 'PROVIDER' and ", ''],
    [
      'scopeOf: a bank, of onboarded providers',
      'src/server/participant/visible-rows.ts',
      'p.onboarded_at is not null and ',
      '',
    ],
    ['scopeOf: a bank sees no draft', 'src/server/participant/visible-rows.ts', ' and v.status is not null)', ')'],
    ['scopeOf: a bank sees no open renewal', 'src/server/participant/visible-rows.ts', ' and v.renews_id is null', ''],
    [
      'scopeOf: a bank sees nothing that a renewal superseded',
      'src/server/participant/visible-rows.ts',
      '\n        and v.superseded_by is null',
      '',
    ],
    [
      'scopeOf: past scores',
      'src/server/report-request/score/queries.ts',
      "seesPastScores(actor.role) ? scores : scores.where('x.is_current', '=', true)",
      'scores',
    ],
    [
      'scopeOf: incidents of a provider',
      'src/server/participant/visible-rows.ts',
      ' or i.provider_id = ',
      ' or i.id <> ',
    ],
    [
      'scopeOf: incidents that were raised',
      'src/server/participant/visible-rows.ts',
      'const raised = sql<SqlBool>`i.issuer_id =',
      'const raised = sql<SqlBool>`i.id <>',
    ],
    [
      'scopeOf: users of the own participant',
      'src/domain/identity/user/user.ts',
      "scopeOf(actor, 'user.read') === 'all' || participantId === actor.participantId",
      'true',
    ],
    [
      'scopeOf: who edits another user',
      'src/domain/identity/user/user.ts',
      "user.id !== actor.userId && !scopeOf(actor, 'user.manage')",
      'false as boolean',
    ],
    [
      'scopeOf: nobody ends itself',
      'src/domain/identity/user/user.ts',
      "user.id === actor.userId || (user.isPrincipal && !user.awaitsConfirmation) ? 'userNotDeletable'",
      "user.isPrincipal && !user.awaitsConfirmation ? 'userNotDeletable'",
    ],
    [
      'scopeOf: nobody ends a principal user',
      'src/domain/identity/user/user.ts',
      "user.id === actor.userId || (user.isPrincipal && !user.awaitsConfirmation) ? 'userNotDeletable'",
      "user.id === actor.userId ? 'userNotDeletable'",
    ],
    [
      'scopeOf: another’s password',
      'src/domain/identity/user/user.ts',
      'if (!caller.self) refused.push',
      'if (false as boolean) refused.push',
    ],
    [
      'scopeOf: one’s own status',
      'src/domain/identity/user/user.ts',
      "(caller.self || caller.role !== 'CCI') && patch.status !== undefined",
      'false as boolean',
    ],
    [
      'scopeOf: the lists of users',
      'src/server/identity/user/list.ts',
      "management === true || scopeOf(actor, 'user.read') !== 'all'",
      'management === true',
    ],
    [
      'scopeOf: what banks read of a document',
      'src/domain/document/document.ts',
      "if (reader !== 'published') return told ?? 'notFound'",
      "if (reader) return told ?? 'notFound'",
    ],
    [
      'scopeOf: history of an evaluator',
      'src/domain/document/document.ts',
      "  if (reader === 'named') return null\n",
      '',
    ],
    [
      'scopeOf: deleted versions of an owner',
      'src/domain/document/document.ts',
      'return versions.filter(version => version.deletedAt === null)',
      'return [...versions]',
    ],
    [
      'scopeOf: what others read of a participant',
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
      "if (first.request_hash !== hash) throw new DomainError('keyReused')",
      '',
    ],
    [
      'idempotency: of this user',
      'src/server/http/idempotency.ts',
      "      .where('user_id', '=', actor.userId)\n      .where('key', '=', key)\n      .executeTakeFirstOrThrow()",
      "      .where('key', '=', key)\n      .executeTakeFirstOrThrow()",
    ],
  ]
  return edits.map(([guard, file, find, instead]): Mutant => {
    const text = read(file)
    const from = text.indexOf(find)
    if (from < 0 || text.indexOf(find, from + 1) >= 0) throw new Error(`${guard}: not once in ${file}: ${find}`)
    const noun = file.split('/')[2]!
    const tx = [...new Set([...tests(file.replace(/\.ts$/, '.test.ts')), ...tests(`src/domain/${noun}/*.test.ts`)])]
    const noticing = file.startsWith('src/domain/')
      ? [...tx, ...testsOf(`src/server/${noun}/x.ts`)]
      : [...testsOf(file), 'test/api/mass-assignment.long.test.ts']
    return { guard, file, from, to: from + find.length, instead, tests: noticing }
  })
}
