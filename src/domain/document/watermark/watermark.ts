import type { Role } from '#domain/identity/roles.ts'
import { texts } from '#domain/language/texts.ts'
import { t } from '#domain/language/translate.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import { formatInstant } from '#domain/values/day.ts'

/** Time limit for watermarking one file, in milliseconds. */
export const MARKING_MS = 10_000

/**
 * Version of the watermarking code. Raise it with every change that could accept a PDF that was refused before, or
 * refuse one that was accepted, including a new version of pdf-lib: every stored PDF is then checked again.
 */
export const MARK_VERSION = 3

/** Why a PDF cannot carry the watermark; `slow`: it took longer than MARKING_MS. */
export const markFaults = ['encrypted', 'unreadable', 'slow'] as const
export type MarkFault = (typeof markFaults)[number]

/** Explanations of each fault for banks and CCI. */
export const markFaultLabels: Record<MarkFault, string> = texts({
  encrypted: 'Está protegido con contraseña o con permisos.',
  unreadable: 'Está dañado o hecho de forma que no admite la marca.',
  slow: 'Es tan grande o complejo que la marca tarda demasiado.',
})

/** A slow PDF is checked again after this time, in milliseconds: the machine may have been busy. */
export const SLOW_HOLDS_MS = 24 * 60 * 60 * 1000

/** Warning for CCI beside a PDF that banks cannot read while the watermark is on. */
export const unmarkableWarning = (fault: MarkFault) =>
  `Las entidades no podrán leer este PDF, porque no admite la marca de agua. ${markFaultLabels[fault]} Pida otra copia a quien lo subió.`

/** The same for who uploaded it. */
export const unmarkableForOwner = (fault: MarkFault) =>
  t`Las entidades no podrán leer este PDF, porque no admite la marca de agua. ${markFaultLabels[fault]} Suba otra copia.`

/** Whether a reader gets a file with the watermark: a bank reads another participant's PDF, and CCI has enabled it. */
export function isMarked(
  enabled: boolean,
  reader: { role: Role; participantId: string },
  file: { mediaType: string; owner: string },
): boolean {
  const foreign = reader.role === 'ENTITY' && file.owner !== reader.participantId
  return enabled && foreign && file.mediaType === 'application/pdf'
}

/** Long names may not make the rest of the line too small to read; the e-mail is never cut. */
const NAME_SHOWN = 40
const ORGANISATION_SHOWN = 80

/**
 * The lines about the reader on every page: one with the person, one with the organisation and the moment in Madrid.
 */
export function markLines(
  reader: { name: string; email: string; organisation: string },
  now: string,
): [string, string] {
  const who = [firstCharacters(reader.name, NAME_SHOWN), reader.email].filter(Boolean).join(' · ')
  const from = firstCharacters(reader.organisation, ORGANISATION_SHOWN)
  return [`Leído por ${who}`, `${from} · ${formatInstant(now)} (hora de Madrid)`]
}
