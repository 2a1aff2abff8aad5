import { DomainError } from '#domain/contract/domain-error.ts'
import type { Role } from '#domain/identity/roles.ts'
import { backendRoles } from '#domain/identity/roles.ts'
import type { Me } from '#domain/identity/session/contract.ts'
import { sessionEnd } from '#domain/identity/session/limits.ts'
import { nextStep, roleLabels } from '#domain/identity/session/outcome.ts'
import type { Language } from '#domain/language/language.ts'
import { t } from '#domain/language/translate.ts'
import { displayName } from '#domain/participant/participant.ts'
import { documentationStatusOf } from '#domain/validation/validation.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { onOneConnection } from '#server/platform/database/pipeline/together.ts'
import { accountFactsOf, accountInSession, actorOfAccount, documentationFactsOf } from '#server/session/queries.ts'

/** The signed-in user, as the shell needs it (AUTH-25 to AUTH-30). */
export async function readMeOf(app: AppContext, userId: string, sessionId: string): Promise<Me> {
  const today = app.clock.today()
  const [account, documentation] = await onOneConnection(app.db, db =>
    Promise.all([accountInSession(db, userId, sessionId), documentationFactsOf(db, userId, today)]),
  )
  if (!account) throw new DomainError('noSession')
  // Where the provider asked for a second factor, the portal asks for none.
  const secondFactorMissing = account.secondFactorMissing && !account.secondFactorElsewhere
  const row = { ...account, secondFactorMissing }
  const role = row.kind as Role
  const actor = actorOfAccount(row)
  return {
    userId: row.id,
    sessionId,
    email: row.email,
    name: `${row.name} ${row.surnames}`.trim(),
    role: { key: role, value: t(roleLabels[role]) },
    roles: backendRoles({ role, isPrincipal: row.is_principal }),
    isPrincipal: row.is_principal,
    language: row.language as Language,
    idGenericEntity: row.participantId,
    nameGenericEntity: displayName({
      name: row.participantName,
      commercialName: row.commercial_name,
      businessName: row.business_name,
    }),
    commercialName: row.commercial_name || row.participantName,
    cif: row.cif,
    completed: actor.completed,
    onboarded: actor.onboarded,
    next: nextStep(accountFactsOf(row)),
    documentationId: documentation?.id ?? null,
    documentationStatus: documentation && documentationStatusOf(documentation.status, documentation.documents),
    today,
    now: app.clock.now(),
    sessionEndsAt: sessionEnd(account.sessionStartedAt ?? app.clock.now()),
    draftKey: app.secrets.derive('draft', row.id),
    settings: readSettingsOf(app),
    stream: app.streams !== null,
  }
}

/** The settings of this installation that the screens need. */
export function readSettingsOf(app: AppContext): Me['settings'] {
  const { productName, maxFileBytes, passwordPolicy, cifRule, englishPolicy, signOn } = app.settings
  return {
    productName,
    maxFileBytes,
    passwordPolicy,
    cifRule,
    englishPolicy: englishPolicy !== null,
    signOn: signOn.map(({ key, label }) => ({ key, label })),
  }
}
