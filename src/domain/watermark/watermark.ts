import type { Role } from '#domain/roles.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import { formatInstant } from '#domain/values/day.ts'

/** How long putting the mark on one file may take, in milliseconds. */
export const MARKING_MS = 10_000

/**
 * The version of the code that puts the mark on. Raise it with every change that could mark a PDF that it refused before, or
 * refuse one that it marked, a new version of pdf-lib included: every stored PDF is then checked again.
 */
export const MARK_VERSION = 1

/** Why a PDF cannot carry the mark; `slow`: it took longer than MARKING_MS. */
export const markFaults = ['encrypted', 'unreadable', 'slow'] as const
export type MarkFault = (typeof markFaults)[number]

/** What banks and CCI are told of a PDF for each of them. */
export const markFaultLabels: Record<MarkFault, string> = {
  encrypted: 'Está protegido con contraseña o con permisos.',
  unreadable: 'Está dañado o hecho de forma que no admite la marca.',
  slow: 'Es tan grande o complejo que la marca tarda demasiado.',
}

/** A busy machine may have been to blame for a slow one: it is tried again after this long, in milliseconds. */
export const SLOW_HOLDS_MS = 24 * 60 * 60 * 1000

/** What CCI is warned of beside a PDF that banks will not get while the mark is on. */
export const unmarkableWarning = (fault: MarkFault) =>
  `Las entidades no podrán leer este PDF, porque no admite la marca de agua. ${markFaultLabels[fault]} Pida otra copia a quien lo subió.`

/** Whether a file goes to a reader with its mark: a PDF that a bank reads of somebody else, where CCI wants it. */
export function isMarked(
  enabled: boolean,
  reader: { role: Role; participantId: string },
  file: { mediaType: string; owner: string },
): boolean {
  const foreign = reader.role === 'ENTITY' && file.owner !== reader.participantId
  return enabled && foreign && file.mediaType === 'application/pdf'
}

/** What people call themselves may not make the rest of the line too small to read; their e-mail is never cut. */
const NAME_SHOWN = 40
const ORGANISATION_SHOWN = 80

/** Who reads, as every page says it: a line with the person, and one with the organisation and the moment in Madrid. */
export function markLines(
  reader: { name: string; email: string; organisation: string },
  now: string,
): [string, string] {
  const who = [firstCharacters(reader.name, NAME_SHOWN), reader.email].filter(Boolean).join(' · ')
  const from = firstCharacters(reader.organisation, ORGANISATION_SHOWN)
  return [toWinAnsi(`Leído por ${who}`), toWinAnsi(`${from} · ${formatInstant(now)} (hora de Madrid)`)]
}

// What WinAnsi, the encoding of a PDF's own fonts, has beyond Latin-1.
const extras = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')
// Letters of Latin script that no accent is taken from.
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
 * The text in what a PDF's own fonts can write: letters of Latin script without the accents that they lack, a '?' for
 * each character of another script. Never fails.
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
