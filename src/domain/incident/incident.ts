import type { FieldErrors } from '#domain/domain-error.ts'
import type { Reason } from '#domain/messages.ts'
import { sentence } from '#domain/messages.ts'
import type { Role } from '#domain/roles.ts'
import type { IncidentFacts, IncidentStatus } from '#domain/states/incident.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import type { Decision, Mover } from '#domain/states/machine.ts'
import { decide } from '#domain/states/machine.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import { isBlank, normaliseText, notEmptyRule, TEXT_MAX } from '#domain/values/text.ts'

/** LIM-23, in characters. */
export const DETAIL_MAX = TEXT_MAX
export const TITLE_MAX = TEXT_MAX

/** What an incident is raised with; a provider is always itself. */
export type IncidentDraft = { providerId: string; title: string; detail: string }

/** Whether whoever raises must say about whom; a provider's are about itself (D53, FORM-61). */
export function choosesProvider(role: Role): boolean {
  return role !== 'PROVIDER'
}

/** Whether a provider reads the incidents about it: not before it was let in (D49), so none is raised about it until then. */
export function hearsOfIncidents(provider: { onboarded: boolean }): boolean {
  return provider.onboarded
}

/** The words of an incident's status (INC-07). */
export const incidentStatusLabels: Record<IncidentStatus, string> = {
  PENDING: 'Pendiente',
  OPEN: 'Abierta',
  CLOSED: 'Cerrada',
}

/** The statuses that CCI chooses from (INC-08). */
export const chosenStatuses = ['OPEN', 'CLOSED'] as const
export type ChosenStatus = (typeof chosenStatuses)[number]

/** Every field trimmed (FORM-43); a title is one line, a detail keeps its own. */
export function normaliseIncident({ providerId, title, detail }: IncidentDraft): IncidentDraft {
  return {
    providerId: providerId.trim(),
    title: normaliseText(title),
    detail: detail.normalize('NFC').replaceAll('\r\n', '\n').trim(),
  }
}

/** How many characters of a text count towards its most: what the counter shows (FORM-59, LIM-23). */
export function countedLength(text: string): number {
  return [...text.normalize('NFC').replaceAll('\r\n', '\n').trim()].length
}

const textErrors = (text: string, max: number) =>
  notEmptyRule(text) ?? (countedLength(text) > max ? MESSAGES.tooLong(max) : null)

/** What an incident has wrong, by field (FORM-44, FORM-58, FORM-61, LIM-23). */
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
 * Why an incident is not sent, or null: an empty field, or a text that is too long. CCI is told of a missing provider in words
 * of its own (FORM-58, FORM-61, LIM-23).
 */
export function incidentRefusal(draft: IncidentDraft, role: Role): Reason | null {
  const { providerId, title, detail } = normaliseIncident(draft)
  if (isBlank(title) || isBlank(detail)) return 'incidentIncomplete'
  if (providerId === '') return role === 'CCI' ? 'incidentProviderMissing' : 'incidentIncomplete'
  return Object.keys(incidentErrors(draft)).length > 0 ? 'invalid' : null
}

/** Raising: a participant's waits for CCI; CCI's own is open at once, unless it is to have files first (D30, D53). */
export function decideRaising(role: Role, facts: IncidentFacts): Decision<IncidentStatus> {
  const own = facts.documented ? 'raiseOpen' : 'prepare'
  return decide(incidentMachine, role === 'CCI' ? own : 'raise', null, facts, role)
}

/** Whether an incident still waits for CCI to open it. */
export function waitsForCci(status: IncidentStatus): boolean {
  return incidentMachine.is.waiting(status)
}

/** What the status select shows; a new or pending one is about to be open (INC-08, INC-09). */
export function shownStatus(current: IncidentStatus | null): ChosenStatus {
  return incidentMachine.is.closed(current) ? 'CLOSED' : 'OPEN'
}

/** The status that a save sends: OPEN for a new or pending one, else the chosen one, or none when unchanged (INC-09 to INC-11). */
export function statusSent(current: IncidentStatus | null, chosen: ChosenStatus): ChosenStatus | undefined {
  if (current === null || waitsForCci(current)) return 'OPEN'
  return chosen === current ? undefined : chosen
}

/**
 * Where a save leads, or null when it moves nothing: a pending one is opened, an open one closed, a closed one opened
 * again (INC-09 to INC-11, D12).
 */
export function decideSave(
  current: IncidentStatus,
  chosen: ChosenStatus | undefined,
  { documented }: { documented: boolean },
  mover: Mover,
): Decision<IncidentStatus> | null {
  const facts = { documented, waiting: 0 }
  const { closed } = incidentMachine.is
  if (closed(chosen) && !closed(current)) return decide(incidentMachine, 'close', current, facts, mover)
  if (waitsForCci(current)) return decide(incidentMachine, 'open', current, facts, mover)
  return chosen === undefined || chosen === current ? null : decide(incidentMachine, 'reopen', current, facts, mover)
}

/** Whether every documentation entry has a file (FORM-55, D53); one that is configured as optional too. */
export function isDocumented(entries: readonly string[], attached: readonly string[]): boolean {
  return entries.every(entry => attached.includes(entry))
}

/** Whether a save opens it: a new one, and one that waits for CCI (INC-09). */
export function isYetToOpen(status: IncidentStatus | null): boolean {
  return status === null || waitsForCci(status)
}

/**
 * Whether CCI may put the words of an incident right; both sides are told (D51). A closed one keeps those that it was
 * closed with, unless the same save opens it again.
 */
export function hasOpenText(status: IncidentStatus | null, sent: ChosenStatus | undefined): boolean {
  return !incidentMachine.is.closed(status) || incidentMachine.is.open(sent)
}

/** Whether files may be attached: a closed one keeps those that it was closed with, until it is open again. */
export function takesFiles(status: IncidentStatus | null): boolean {
  return hasOpenText(status, undefined)
}

/** The button of the form (INC-12). */
export function saveLabel(status: IncidentStatus | null): 'Abrir incidencia' | 'Modificar' {
  return isYetToOpen(status) ? 'Abrir incidencia' : 'Modificar'
}
