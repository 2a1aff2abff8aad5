import type { Role } from '#domain/identity/roles.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import { formatInstant } from '#domain/values/day.ts'

/** Time limit for watermarking one file, in milliseconds. */
export const MARKING_MS = 10_000

/**
 * Version of the watermarking code. Raise it with every change that could accept a PDF that was refused before, or
 * refuse one that was accepted, including a new version of pdf-lib: every stored PDF is then checked again.
 */
export const MARK_VERSION = 2

/** Why a PDF cannot carry the watermark; `slow`: it took longer than MARKING_MS. */
export const markFaults = ['encrypted', 'unreadable', 'slow'] as const
export type MarkFault = (typeof markFaults)[number]

/** Explanations of each fault for banks and CCI. */
export const markFaultLabels: Record<MarkFault, string> = {
  encrypted: 'Está protegido con contraseña o con permisos.',
  unreadable: 'Está dañado o hecho de forma que no admite la marca.',
  slow: 'Es tan grande o complejo que la marca tarda demasiado.',
}

/** A slow PDF is checked again after this time, in milliseconds: the machine may have been busy. */
export const SLOW_HOLDS_MS = 24 * 60 * 60 * 1000

/** Warning for CCI beside a PDF that banks cannot read while the watermark is on. */
export const unmarkableWarning = (fault: MarkFault) =>
  `Las entidades no podrán leer este PDF, porque no admite la marca de agua. ${markFaultLabels[fault]} Pida otra copia a quien lo subió.`

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
  return [toWinAnsi(`Leído por ${who}`), toWinAnsi(`${from} · ${formatInstant(now)} (hora de Madrid)`)]
}

// Characters of WinAnsi, the encoding of a PDF's own fonts, beyond Latin-1.
const extras = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')
// Latin letters that do not decompose into a base letter and an accent.
const plain: Record<string, string> = {
  ...{
    Ł: 'L',
    ł: 'l',
    Đ: 'D',
    đ: 'd',
    Ħ: 'H',
    ħ: 'h',
    ı: 'i',
    İ: 'I',
    Ŀ: 'L·',
    ŀ: 'l·',
    Ŋ: 'N',
    ŋ: 'n',
    Ŧ: 'T',
    ŧ: 't',
  },
  ...{
    ĸ: 'k',
    Ə: 'A',
    ə: 'a',
    ẞ: 'SS',
    Ĳ: 'IJ',
    ĳ: 'ij',
    ŉ: "'n",
    ſ: 's',
    Ɓ: 'B',
    ɓ: 'b',
    Ɗ: 'D',
    ɗ: 'd',
    Ƙ: 'K',
    ƙ: 'k',
  },
}

const isWinAnsi = (char: string) => /^[\x20-\x7e\xa0-\xff]$/.test(char) || extras.has(char)

/**
 * Converts text to WinAnsi, the encoding of a PDF's own fonts: Latin letters lose accents that the fonts lack, and each
 * character of another script becomes '?'. Never fails.
 */
export function toWinAnsi(text: string): string {
  return [...text.normalize('NFC')].map(winAnsiOf).join('')
}

function winAnsiOf(char: string): string {
  if (isWinAnsi(char)) return char
  const known = plain[char]
  if (known !== undefined) return known
  if (/^[\p{Mn}\p{Cf}]$/u.test(char)) return ''
  if (/^[\s\p{Cc}]$/u.test(char)) return ' '
  const bare = [...char.normalize('NFKD')].filter(part => !/^\p{Mn}$/u.test(part))
  return bare.length > 0 && bare.every(part => isWinAnsi(part) || plain[part] !== undefined)
    ? bare.map(part => plain[part] ?? part).join('')
    : '?'
}
