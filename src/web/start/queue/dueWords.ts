import type { Act, Due } from '#domain/identity/due.ts'
import { msg, t } from '#domain/language/translate.ts'
import { paths } from '#web/app/paths.ts'
import { dayText, timeText } from '#web/ui/time/dates.ts'

type Words = {
  /** What kind of thing it is. */
  kind: string
  label: string
  /** Where it is done. */
  href: (due: Due) => string
}

const thread = ({ id }: Due) => paths.clarifications({ row: id })
const finding = ({ id }: Due) => paths.findings({ row: id })
/** The row of the list has the button. */
const level = ({ counterpart }: Due) => paths.requiredLevels({ provider: counterpart ?? undefined })

const words: Readonly<Record<Act, Words>> = {
  answerClarification: { kind: msg('Aclaración'), label: msg('Responder'), href: thread },
  decideAppeal: { kind: msg('Reclamación'), label: msg('Resolver'), href: thread },
  planFinding: { kind: msg('Hallazgo'), label: msg('Planificar'), href: finding },
  completeMeasure: { kind: msg('Medida'), label: msg('Completar'), href: finding },
  verifyMeasure: { kind: msg('Medida'), label: msg('Comprobar'), href: finding },
  declareIndependence: { kind: msg('Independencia'), label: msg('Declarar'), href: ({ id }) => paths.declaration(id) },
  beginAssessment: { kind: msg('Evaluación'), label: msg('Evaluar'), href: ({ id }) => paths.assessment(id) },
  finishAssessment: { kind: msg('Evaluación'), label: msg('Continuar'), href: ({ id }) => paths.assessment(id) },
  acknowledgeBulletin: {
    kind: msg('Comunicado'),
    label: msg('Acusar recibo'),
    href: ({ id }) => paths.bulletins({ row: id }),
  },
  notifyIncident: {
    kind: msg('Notificación'),
    label: msg('Ver los plazos'),
    href: ({ id }) => paths.bulletins({ clock: id }),
  },
  renewAcceptance: { kind: msg('Aceptación'), label: msg('Renovar'), href: level },
  settleLevel: { kind: msg('Nivel exigido'), label: msg('Decidir'), href: level },
  reviewReliance: { kind: msg('Expediente'), label: msg('Revisar'), href: ({ id }) => paths.relianceFile(id) },
  giveRegisterData: { kind: msg('Registro DORA'), label: msg('Completar'), href: () => paths.ownData() },
  decideSignUp: { kind: msg('Alta pedida'), label: msg('Decidir'), href: () => paths.invitations() },
}

/** 'Hasta el 03/12/2026', with the time where hours count; 'Venció el …' once it has passed. */
export function stepDueText({ dueAt, overdue }: Pick<Due, 'dueAt' | 'overdue'>): string {
  if (dueAt === null) return ''
  const moment = dueAt.includes('T') ? `${dayText(dueAt)}, ${timeText(dueAt)}` : dayText(dueAt)
  return overdue ? t`Venció el ${moment}` : t`Hasta el ${moment}`
}

/** A step of an area: what it is, its other party, and the place where it is done. */
export function dueWords(due: Due) {
  const { act, thing, counterpart, assignee } = due
  const { kind, label, href } = words[act]
  return {
    kind: t(kind),
    title: thing,
    text: [counterpart, assignee && t`Asignada a ${assignee.name}`].filter(Boolean).join(' · '),
    action: { label, href: href(due) },
  }
}
