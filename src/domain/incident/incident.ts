import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { Role } from '#domain/identity/roles.ts'
import { texts } from '#domain/language/texts.ts'
import type { Reason } from '#domain/messages.ts'
import { sentence } from '#domain/messages.ts'
import type { IncidentFacts, IncidentStatus } from '#domain/states/incident.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import type { Decision, Mover } from '#domain/states/machine.ts'
import { decide } from '#domain/states/machine.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import { isBlank, normaliseText, notEmptyRule, TEXT_MAX } from '#domain/values/text.ts'

/** The limits of LIM-23, in characters. */
export const DETAIL_MAX = TEXT_MAX
export const TITLE_MAX = TEXT_MAX

/** The input of a new incident. A provider always reports about itself. */
export type IncidentDraft = { providerId: string; title: string; detail: string }

/** Whether this role chooses the provider. A provider's incidents are about itself (D53, FORM-61). */
export function choosesProvider(role: Role): boolean {
  return role !== 'PROVIDER'
}

/** Whether a provider sees incidents about it. Before onboarding it does not (D49), so none can be raised about it. */
export function hearsOfIncidents(provider: { onboarded: boolean }): boolean {
  return provider.onboarded
}

/** The Spanish label of an incident's status (INC-07). */
export const incidentStatusLabels: Record<IncidentStatus, string> = texts({
  PENDING: 'Pendiente',
  OPEN: 'Abierta',
  CLOSED: 'Cerrada',
})

/** The statuses that CCI can choose (INC-08). */
export const chosenStatuses = ['OPEN', 'CLOSED'] as const
export type ChosenStatus = (typeof chosenStatuses)[number]

/** The draft with every field trimmed (FORM-43). The title is one line; the detail keeps its line breaks. */
export function normaliseIncident({ providerId, title, detail }: IncidentDraft): IncidentDraft {
  return {
    providerId: providerId.trim(),
    title: normaliseText(title),
    detail: detail.normalize('NFC').replaceAll('\r\n', '\n').trim(),
  }
}

/** The length of a text in characters, as the limit and the counter measure it (FORM-59, LIM-23). */
export function countedLength(text: string): number {
  return [...text.normalize('NFC').replaceAll('\r\n', '\n').trim()].length
}

const textErrors = (text: string, max: number) =>
  notEmptyRule(text) ?? (countedLength(text) > max ? MESSAGES.tooLong(max) : null)

/** An incident's errors, by field (FORM-44, FORM-58, FORM-61, LIM-23). */
export function incidentErrors(draft: IncidentDraft): FieldErrors {
  const { providerId, title, detail } = normaliseIncident(draft)
  const errors: Record<string, string | null> = {
    providerId: providerId === '' ? sentence('incidentProviderMissing') : null,
    title: textErrors(title, TITLE_MAX),
    detail: textErrors(detail, DETAIL_MAX),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== null)) as FieldErrors
}

/**
 * Why an incident cannot be sent, or null: an empty field or a text that is too long. A missing provider has its own
 * message for CCI (FORM-58, FORM-61, LIM-23).
 */
export function incidentRefusal(draft: IncidentDraft, role: Role): Reason | null {
  const { providerId, title, detail } = normaliseIncident(draft)
  if (isBlank(title) || isBlank(detail)) return 'incidentIncomplete'
  if (providerId === '') return role === 'CCI' ? 'incidentProviderMissing' : 'incidentIncomplete'
  return Object.keys(incidentErrors(draft)).length > 0 ? 'invalid' : null
}

/**
 * Decides the status of a new incident: a participant's waits for CCI; CCI's is open at once, unless it still needs
 * files (D30, D53).
 */
export function decideRaising(role: Role, facts: IncidentFacts): Decision<IncidentStatus> {
  const own = facts.documented ? 'raiseOpen' : 'prepare'
  return decide(incidentMachine, role === 'CCI' ? own : 'raise', null, facts, role)
}

/** Whether an incident waits for CCI to open it. */
export function waitsForCci(status: IncidentStatus): boolean {
  return incidentMachine.is.waiting(status)
}

/**
 * The value of the status select. A new or pending incident shows as open, because saving opens it (INC-08, INC-09).
 */
export function shownStatus(current: IncidentStatus | null): ChosenStatus {
  return incidentMachine.is.closed(current) ? 'CLOSED' : 'OPEN'
}

/**
 * The status that a save sends: OPEN for a new or pending incident, else the chosen one, or none when unchanged (INC-09
 * to INC-11).
 */
export function statusSent(current: IncidentStatus | null, chosen: ChosenStatus): ChosenStatus | undefined {
  if (current === null || waitsForCci(current)) return 'OPEN'
  return chosen === current ? undefined : chosen
}

/**
 * Decides the transition of a save, or null when the status does not change: a pending incident opens, an open one
 * closes, and a closed one reopens (INC-09 to INC-11, D12).
 */
export function decideSave(
  current: IncidentStatus,
  chosen: ChosenStatus | undefined,
  { documented, lacksFinal = false }: { documented: boolean; lacksFinal?: boolean },
  mover: Mover,
): Decision<IncidentStatus> | null {
  const facts = { documented, waiting: 0, lacksFinal }
  const { closed } = incidentMachine.is
  if (closed(chosen) && !closed(current)) return decide(incidentMachine, 'close', current, facts, mover)
  if (waitsForCci(current)) return decide(incidentMachine, 'open', current, facts, mover)
  return chosen === undefined || chosen === current ? null : decide(incidentMachine, 'reopen', current, facts, mover)
}

/** Whether every documentation entry has a file, including optional entries (FORM-55, D53). */
export function isDocumented(entries: readonly string[], attached: readonly string[]): boolean {
  return entries.every(entry => attached.includes(entry))
}

/** Whether a save opens the incident: a new one, or one that waits for CCI (INC-09). */
export function isYetToOpen(status: IncidentStatus | null): boolean {
  return status === null || waitsForCci(status)
}

/**
 * Whether CCI may correct the text of an incident; both sides are notified (D51). A closed incident keeps its text
 * unless the same save reopens it.
 */
export function hasOpenText(status: IncidentStatus | null, sent: ChosenStatus | undefined): boolean {
  return !incidentMachine.is.closed(status) || incidentMachine.is.open(sent)
}

/** Whether an incident accepts files. A closed one accepts none until it is reopened. */
export function takesFiles(status: IncidentStatus | null): boolean {
  return hasOpenText(status, undefined)
}

/** The label of the form's button (INC-12). */
export function saveLabel(status: IncidentStatus | null): 'Abrir incidencia' | 'Modificar' {
  return isYetToOpen(status) ? 'Abrir incidencia' : 'Modificar'
}
