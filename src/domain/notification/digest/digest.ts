import type { Role } from '#domain/identity/roles.ts'
import { texts } from '#domain/language/texts.ts'
import { msg, t } from '#domain/language/translate.ts'
import type { MailGroup } from '#domain/notification/definition.ts'
import { type NotificationType, notificationTypes } from '#domain/notification/definitions/types.ts'
import type { MailMode } from '#domain/notification/digest/mail-mode.ts'
import { notificationReasons, notifications, typesTogether } from '#domain/notification/notification.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays, compareDays, isMonday, madridDay, timeInMadrid } from '#domain/values/day.ts'

/** A mail with several notifications: of a day, of a week, or of the expiries that are announced together (RENEW-19). */
export const digestKinds = ['DAILY', 'WEEKLY', 'EXPIRIES'] as const
export type DigestKind = (typeof digestKinds)[number]

const LEAVES_AT = '07:30'

/** The last time at which a digest left: at 07:30 in Madrid, the weekly one on Mondays (ALERT-02). */
export function lastDeparture(kind: 'DAILY' | 'WEEKLY', now: string): string {
  let day = madridDay(now)
  while (timeInMadrid(day, LEAVES_AT) > now || (kind === 'WEEKLY' && !isMonday(day))) day = addDays(day, -1)
  return timeInMadrid(day, LEAVES_AT)
}

/** A notification in a digest. */
export type DigestLine = {
  type: NotificationType
  message: string
  /** The message in English; absent where it is the same, and in a mail that an earlier version queued. */
  english?: string | null
  /** ISO 8601. */
  at: string
  /** The participant that it concerns, or null; `own` where it is the reader's. */
  subject: { name: string; own: boolean } | null
  /** What it is about; null when it stands alone. */
  thing: string | null
  /** Path of its page. */
  path: string
  expiresOn: Day | null
  /** The participants and users that it names (D44). */
  about: readonly string[]
  /** It asks something of the reader; absent in a mail that an earlier version queued. */
  asks?: boolean
}

/** The groups of types about requests and scores, on which a bank never acts. */
const ofRequests: ReadonlySet<MailGroup> = new Set(['reports'])

/** Whether a type asks a reader of this role to do something, rather than to know it. */
export function asksOf(type: NotificationType, role: Role): boolean {
  const { settled, ladder, mailGroup } = notifications[type]
  if (settled?.for === 'centre') return role === 'CCI'
  if (settled?.for === 'evaluator') return role === 'AUDIT'
  if (settled === null && !ladder) return false
  if (!ofRequests.has(mailGroup)) return true
  return role === 'PROVIDER' || (role === 'AUDIT' && settled?.for === 'all')
}

/** Whether a mail waits for a digest: as the reader chose, and with the others of its day where the type says so. */
export const waits = (type: NotificationType, mode: MailMode): boolean => mode !== 'NOW' || typesTogether.includes(type)

/** Types whose notifications each say something of their own: a later one does not replace the one before. */
const standAlone: ReadonlySet<NotificationType> = new Set<NotificationType>([
  'NOTICE',
  'DOC_REQUIRED',
  'PROPOSAL_PENDING',
  'MAIL_UNDELIVERED',
  'FILE_DAMAGED',
])

/** What a notification is about: the object of its event, or null when each stands alone. */
export const thingOf = (type: NotificationType, object: { kind: string; id: string }): string | null =>
  standAlone.has(type) ? null : `${object.kind} ${object.id}`

/** The lines under one heading: of one participant and type, in order of time. */
export type DigestPart = { title: string; lines: DigestLine[] }
export type DigestGroup = { title: string; parts: DigestPart[] }

const OWN = msg('Su organización')
const OTHERS = msg('Otros avisos')

/** Of several lines about one thing the last. */
function lastOfEach(lines: readonly DigestLine[]): DigestLine[] {
  const last = new Map(lines.toSorted(byTime).map(line => [line.thing, line]))
  return lines.filter(line => line.thing === null || last.get(line.thing) === line)
}

const byTime = (a: DigestLine, b: DigestLine) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)

/** The reader's own organisation first, then the others by name, and last what concerns no one in particular. */
const ranked = ({ subject }: DigestLine) => (subject === null ? 2 : subject.own ? 0 : 1)
const titleOf = ({ subject }: DigestLine) => (subject === null ? t(OTHERS) : subject.own ? t(OWN) : subject.name)

const asks = (lines: readonly DigestLine[]) => lines.some(line => line.asks)
/** What asks something of the reader first; otherwise as it stands. */
const askingFirst = <Part extends { lines: DigestLine[] }>(parts: readonly Part[]): Part[] =>
  parts.toSorted((a, b) => Number(asks(b.lines)) - Number(asks(a.lines)))

/** The lines of a digest by participant and then by type, in both those first that ask something (ALERT-03). */
export function digestGroups(lines: readonly DigestLine[]): DigestGroup[] {
  const shown = lastOfEach(lines).toSorted(
    (a, b) => ranked(a) - ranked(b) || compareSpanish(titleOf(a), titleOf(b)) || byTime(a, b),
  )
  const groups = [...Map.groupBy(shown, titleOf)].map(([title, ofSubject]) => ({ title, lines: ofSubject }))
  return askingFirst(groups).map(({ title, lines: ofSubject }) => ({
    title,
    parts: askingFirst(
      notificationTypes.flatMap(type => {
        const ofType = ofSubject.filter(line => line.type === type)
        return ofType.length > 0 ? [{ title: notificationReasons[type], lines: ofType }] : []
      }),
    ),
  }))
}

/** The lines of the mail about expiries: by date, the first one first (RENEW-19). */
export const linesByExpiry = (lines: readonly DigestLine[]): DigestLine[] =>
  lastOfEach(lines).toSorted((a, b) => compareDays(a.expiresOn ?? '', b.expiresOn ?? '') || byTime(a, b))

const words: Readonly<Record<DigestKind, string>> = texts({
  DAILY: 'Resumen diario',
  WEEKLY: 'Resumen semanal',
  EXPIRIES: 'Próximas caducidades',
})

/** 'Resumen diario: 3 avisos'. */
export function digestSubject(kind: DigestKind, lines: readonly DigestLine[]): string {
  const { length } = lastOfEach(lines)
  return `${words[kind]}: ${length === 1 ? t('1 aviso') : t`${length} avisos`}`
}
