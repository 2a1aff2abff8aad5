import type { Role } from '#domain/identity/roles.ts'
import { texts } from '#domain/language/texts.ts'
import { t } from '#domain/language/translate.ts'
import type { ClarificationFacts, ClarificationStatus } from '#domain/states/clarification.ts'
import type { Pause } from '#domain/validation/desk/due.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays, formatDay, madridDay } from '#domain/values/day.ts'
import { addWorkingDays, workingDaysBetween } from '#domain/values/working-days.ts'

export const clarificationLimits = { subject: 120, text: 2000, files: 5, open: 10 } as const

/** The file parts of a message. */
export const messageFiles = ['file1', 'file2', 'file3', 'file4', 'file5'] as const

/** Who may be a party of a thread. */
export const parties = ['CCI', 'PROVIDER', 'AUDIT'] as const
export type Party = (typeof parties)[number]

export const isParty = (role: Role): role is Party => (parties as readonly string[]).includes(role)

export const clarificationStatusLabels: Readonly<Record<ClarificationStatus, string>> = texts({
  WAITING: 'Por contestar',
  ANSWERED: 'Contestada',
  CLOSED: 'Cerrada',
})

export const clarificationKinds = ['QUESTION', 'APPEAL'] as const
export type ClarificationKind = (typeof clarificationKinds)[number]

export const clarificationKindLabels: Readonly<Record<ClarificationKind, string>> = texts({
  QUESTION: 'Aclaración',
  APPEAL: 'Reclamación',
})

/** How CCI decides an appeal (SEAL-23). */
export const outcomes = ['UPHELD', 'DISMISSED'] as const
export type Outcome = (typeof outcomes)[number]

export const outcomeLabels: Readonly<Record<Outcome, string>> = texts({
  UPHELD: 'Estimada',
  DISMISSED: 'Desestimada',
})

/** Days after its publication within which a score is appealed against (SEAL-22). */
const APPEAL_DAYS = 15
/** The last day for an appeal against a score of that moment. */
export const appealUntil = (scoredAt: string): Day => addDays(madridDay(scoredAt), APPEAL_DAYS)

export const closers = ['ASKER', 'CCI', 'DECISION'] as const
export type Closer = (typeof closers)[number]

/** How a thread ended, in words (ASK-09). */
export const closerLabels: Readonly<Record<Closer, string>> = texts({
  ASKER: 'La cerró quien preguntó',
  CCI: 'La cerró el CCI',
  DECISION: 'Se cerró con la decisión del CCI sobre lo que preguntaba',
})

/**
 * The parties that a role may ask about a request, or about the documentation of a participant of a kind (ASK-01). Banks take no
 * part.
 */
export function mayBeAsked(role: Role, kind: 'DOC_MIN' | 'AUDIT_REPORT', owner: Role): Party[] {
  if (kind === 'DOC_MIN') {
    if (role === 'CCI') return isParty(owner) ? [owner] : []
    return role === 'PROVIDER' && owner === 'PROVIDER' ? ['CCI'] : []
  }
  const ofRequest: Readonly<Record<Role, Party[]>> = {
    CCI: ['PROVIDER', 'AUDIT'],
    AUDIT: ['PROVIDER'],
    PROVIDER: ['CCI'],
    ENTITY: [],
  }
  return ofRequest[role]
}

/** Conditions that the caller does not know count as not met. */
export const clarificationFacts = (known: Partial<ClarificationFacts>): ClarificationFacts => ({
  underReview: false,
  hasRoom: false,
  isAsked: false,
  isAsker: false,
  isCentre: false,
  published: false,
  inTime: false,
  isFirst: false,
  isAppeal: false,
  isOther: false,
  ...known,
})

/** Working days in which a question is to be answered, where nothing else is said (ASK-04). */
const ANSWER_DAYS = 10
export const proposedDay = (today: Day, holidays: readonly Day[]): Day => addWorkingDays(today, ANSWER_DAYS, holidays)

/** The fault of the day of a question, or null: it is of tomorrow or later. */
export const answerDayFault = (dueOn: Day, today: Day): string | null =>
  dueOn > today ? null : t`Elija un día a partir del ${formatDay(addDays(today, 1))}`

/** Working days before the day of a question on which a reminder goes out. */
export const REMIND_BEFORE = 2

/** The reminder that a question has reached: two working days before its day, on it, or none (ASK-06). */
export function reminderOn(dueOn: Day, today: Day, holidays: readonly Day[]): '2' | '0' | null {
  if (dueOn < today) return null
  if (dueOn === today) return '0'
  return workingDaysBetween(today, dueOn, holidays) <= REMIND_BEFORE ? '2' : null
}

/**
 * The days on which a thread waited for another than CCI, from the moments of its messages: questions and answers
 * alternate. The day of the answer counts again (DESK-05).
 */
export function pausesOf(thread: { askedOf: Party; messages: readonly string[]; closedAt: string | null }): Pause[] {
  if (thread.askedOf === 'CCI') return []
  const { messages, closedAt } = thread
  return messages.flatMap((asked, index): Pause[] => {
    if (index % 2 === 1) return []
    const ended = messages[index + 1] ?? closedAt
    const from = madridDay(asked)
    if (ended === null) return [{ from, until: null }]
    const until = addDays(madridDay(ended), -1)
    return until < from ? [] : [{ from, until }]
  })
}
