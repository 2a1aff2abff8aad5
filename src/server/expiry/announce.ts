import { isPasswordEnding, REMINDER_DAYS } from '#domain/identity/session/outcome.ts'
import { decideSendAgain } from '#domain/invitation/invitation.ts'
import type { ScoreEvent } from '#domain/report-request/score/score.ts'
import { scoreEvents } from '#domain/report-request/score/score.ts'
import { documentMachine } from '#domain/states/document.ts'
import type { Decision } from '#domain/states/machine.ts'
import { decideByStatus } from '#domain/states/machine.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { requestStatusOn } from '#domain/validation/validation.ts'
import { groupsBy } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import { formatInstant, madridDay } from '#domain/values/day.ts'
import { announceBulletins } from '#server/expiry/bulletins.ts'
import { announceChains } from '#server/expiry/chains.ts'
import { announceClarifications } from '#server/expiry/clarifications.ts'
import { announceFindings } from '#server/expiry/findings.ts'
import type { Asked, DueStep } from '#server/expiry/ladder.ts'
import { announcedAs, dueLadderSteps, markTold } from '#server/expiry/ladder.ts'
import { announceLevels } from '#server/expiry/levels.ts'
import type { DueScore } from '#server/expiry/queries.ts'
import {
  accreditationsEndedBefore,
  documentsLapsedBefore,
  markAnnounced,
  passwordsEnding,
  scoresToAnnounce,
} from '#server/expiry/queries.ts'
import { announceReliance } from '#server/expiry/reliance.ts'
import { openNewPrincipals } from '#server/identity/user/confirm.ts'
import { announceKeys } from '#server/integration/key/ending.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { DomainEvent, Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { sendExpiries } from '#server/notification/digest/send.ts'
import { lockParticipants } from '#server/participant/queries.ts'
import { after, DAY } from '#server/platform/clock.ts'
import { isAlone, jobLocks } from '#server/platform/database/lock.ts'
import type { MailRequest } from '#server/platform/mail/outbox.ts'

/** Announcements per transaction, which locks their participants. */
const AT_ONCE = 200

/** The steps that some participants may have between them. */
const MORE_AT_ONCE = 20 * AT_ONCE

type Announcement = DomainEvent & {
  participantId: string
  facts: { onceKey: string }
  mail?: MailRequest
  until?: string
  /** The steps of the ladder that it tells. */
  steps?: DueStep[]
}

/**
 * Announces once that a score, document or accreditation expired (D5, D51), each step of the ladder before that, and that
 * a one-time password is about to end: in the audit log and to the participants concerned. Statuses do not depend on it. Idempotent, at any hour and on
 * any number of servers.
 * @returns the number of announcements; 0 when another server is announcing
 */
export async function announceExpiries(app: AppContext): Promise<number> {
  await announceLevels(app)
  await announceChains(app)
  await announceFindings(app)
  await announceClarifications(app)
  await announceReliance(app)
  await announceBulletins(app)
  await announceKeys(app)
  await openNewPrincipals(app)
  for (let told = 0; ; ) {
    const { count, more, mine } = await announceSome(app)
    told += count
    if (more) continue
    // Another server that still announces sends them when it is done.
    if (mine) await sendExpiries(app)
    return told
  }
}

async function announceSome(app: AppContext): Promise<{ count: number; more: boolean; mine: boolean }> {
  return inTransaction(app, null, async tx => {
    if (!(await isAlone(tx.db, jobLocks.announce))) return { count: 0, more: false, mine: false }
    const some = (await due(tx, { limit: AT_ONCE })).slice(0, AT_ONCE)
    const living = await lockParticipants(tx.db, [...new Set(some.map(announcement => announcement.participantId))])
    // Read again under the lock: the rows may have changed or been deleted before.
    const fresh = (await due(tx, { limit: MORE_AT_ONCE, participants: [...living] })).filter(announcement =>
      living.has(announcement.participantId),
    )
    for (const { mail, until, steps, ...domainEvent } of fresh) {
      tx.record(domainEvent)
      if (mail) tx.mail(mail)
    }
    await markAnnounced(
      tx.db,
      tx.now,
      fresh.filter(({ steps }) => !steps),
    )
    await markTold(
      tx.db,
      tx.now,
      fresh.flatMap(({ steps }) => steps ?? []),
    )
    return { count: fresh.length, more: some.length === AT_ONCE && fresh.length > 0, mine: true }
  })
}

async function due(tx: Transaction, steps: Asked): Promise<Announcement[]> {
  return [
    ...(await ofSteps(tx, steps)),
    ...(await ofScores(tx)),
    ...(await ofDocuments(tx)),
    ...(await ofAccreditations(tx)),
    ...(await ofPasswords(tx)),
  ]
}

/** One announcement for each step, to both audiences where it is due for both (RENEW-15, RENEW-16). */
async function ofSteps(tx: Transaction, asked: Asked): Promise<Announcement[]> {
  const due = await dueLadderSteps(tx.db, tx.today, asked)
  const together = groupsBy(due, ({ kind, id, step }) => `${kind} ${id} ${step}`)
  return [...together.values()].map(steps => {
    const [{ kind, id, objectId, participantId, expiresOn, step, facts, audience: only }] = steps
    const { event, object, notice, secret } = announcedAs[kind]
    const onceKey = `${notice}:${id}:${expiresOn}:${step}`
    const said = { ...facts, expiresOn, step }
    const audience = steps.length === 1 ? { audience: only } : {}
    return {
      event,
      object: { kind: object, id: objectId },
      participantId,
      facts: secret ? { participantId, onceKey } : { ...said, ...audience, onceKey },
      told: secret ? { ...said, ...audience } : {},
      steps,
    }
  })
}

async function ofScores(tx: Transaction): Promise<Announcement[]> {
  const scores = await scoresToAnnounce(tx.db, tx.today)
  return scores.flatMap(score => {
    return scoreMoves(score, tx.today)
      .filter(({ event }) => isLater(event, score.announced))
      .map(({ key, event }) => ofScore(score, key, event))
  })
}

/** Whether an event comes after the last one announced. */
const isLater = (event: DomainEvent['event'], announced: ScoreEvent | null) =>
  scoreEvents.indexOf(event as ScoreEvent) > scoreEvents.indexOf(announced as ScoreEvent)

/** The transitions of a score caused by time until today. A server that was off for years announces both steps. */
function scoreMoves(score: DueScore, today: Day) {
  const now = requestStatusOn(score.status, score.expiresOn, today)
  const taken: { key: string; event: DomainEvent['event'] }[] = []
  let status: ReportRequestStatus = score.status
  for (const [move, key] of [
    ['lapse', 'SCORE_LAPSED'],
    ['expire', 'SCORE_EXPIRED'],
  ] as const) {
    if (status === now) break
    const decision: Decision<ReportRequestStatus> = decideByStatus(reportRequestMachine, move, status, 'TIME')
    if (!decision.ok) break
    taken.push({ key, event: decision.event })
    status = decision.to
  }
  return taken
}

function ofScore(score: DueScore, key: string, event: DomainEvent['event']): Announcement {
  const { scoreId, rating, expiresOn, providerId, providerName, evaluatorId, evaluatorName, serviceName } = score
  return {
    event,
    object: { kind: 'score', id: scoreId },
    participantId: providerId,
    facts: {
      providerId,
      providerName,
      evaluatorId,
      evaluatorName,
      serviceName,
      validationId: score.validationId,
      rating,
      expiresOn,
      onceKey: `${key}:${scoreId}`,
    },
    told: { serviceId: score.serviceId },
  }
}

async function ofDocuments(tx: Transaction): Promise<Announcement[]> {
  const lapsed = await documentsLapsedBefore(tx.db, tx.today)
  const { event } = documentMachine.moves.lapse
  return lapsed.map(({ versionId, required, expiresOn, ...facts }) => ({
    event,
    object: { kind: 'document-version', id: versionId },
    participantId: facts.participantId,
    facts: {
      ...facts,
      ...(required ? {} : { isOptional: true }),
      expiresOn,
      onceKey: `DOC_LAPSED:${versionId}`,
    },
  }))
}

async function ofAccreditations(tx: Transaction): Promise<Announcement[]> {
  const ended = await accreditationsEndedBefore(tx.db, tx.today)
  return ended.map(({ participantId, participantName, accreditedUntil, validationId }) => ({
    event: 'participant.accreditation-expired',
    object: { kind: 'participant', id: participantId },
    participantId,
    facts: {
      participantId,
      participantName,
      validationId: validationId ?? undefined,
      expiresOn: accreditedUntil,
      // A new accreditation may end as well and needs an announcement of its own.
      onceKey: `AUDIT_EXPIRED:${participantId}:${accreditedUntil}`,
    },
  }))
}

/**
 * Users without a chosen password whose one-time password ends soon (ASVS 6.4.5): invited or added by a colleague. The
 * mail ignores the user's mail preferences because it concerns access itself.
 */
async function ofPasswords({ db, now }: Transaction): Promise<Announcement[]> {
  const soon = await passwordsEnding(db, { after: now, by: after(now, REMINDER_DAYS * DAY) })
  const ending = soon.filter(user => isPasswordEnding({ ...user, living: true, awaitsConfirmation: false }, now))
  return ending.map(({ userId, email, name, participantId, temporaryUntil, invitation }) => {
    const canBeSentAgain = invitation !== null && decideSendAgain(invitation, { documentationSent: false }, 'CCI').ok
    const endsAt = formatInstant(temporaryUntil)
    return {
      event: 'user.password-ending',
      object: { kind: 'user', id: userId },
      participantId,
      // Another one-time password ends at another instant and needs a reminder of its own.
      facts: { participantId, onceKey: `PASSWORD_ENDING:${userId}:${temporaryUntil}` },
      data: { endsOn: madridDay(temporaryUntil) },
      until: temporaryUntil,
      mail: { to: email, template: 'password-ending', data: { name, endsAt, canBeSentAgain } },
    }
  })
}
