import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib'

const { resolve } = createRequire(import.meta.url)

/** The faces of papers. The sans has the letters of all Latin, Greek and Cyrillic languages, the serif the western ones. */
export const faceFiles = {
  sans: resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf'),
  // WOFF, because fontkit cannot take a part of a WOFF2.
  serif: resolve('@fontsource/ibarra-real-nova/files/ibarra-real-nova-latin-600-normal.woff'),
} as const
export type Face = keyof typeof faceFiles

/** Whether a text has only letters of the fonts that every reader of PDFs has, which the serif has too. */
export const isWestern = (text: string): boolean => /^[\x20-\x7e\xa0-\xff€‚„…‘’“”•–—™œŒ‹›\n]*$/.test(text)

/** The code points that a font can write. */
export type Letters = ReadonlySet<number>

let sans: Promise<Letters> | undefined

/** Those of the sans. */
export function sansLetters(): Promise<Letters> {
  sans ??= Promise.all([import('fontkit'), readFile(faceFiles.sans)]).then(([{ create }, bytes]) => {
    const font = create(bytes)
    return new Set('characterSet' in font ? font.characterSet : [])
  })
  return sans
}

/**
 * The text as a font can write it: composed, without invisible signs, and with a box for each sign that the font
 * lacks. Never fails.
 */
export function writable(text: string, letters: Letters): string {
  const has = (part: string) => letters.has(part.codePointAt(0)!)
  const box = letters.has(0x25a1) ? '□' : '·'
  return Array.from(text.normalize('NFC'), sign => {
    if (/^[\s\p{Cc}]$/u.test(sign)) return sign === '\n' ? sign : ' '
    if (/^[\p{Cf}]$/u.test(sign)) return ''
    if (has(sign)) return sign
    if (/^\p{Mn}$/u.test(sign)) return ''
    const parts = Array.from(sign.normalize('NFKD')).filter(part => !/^\p{Mn}$/u.test(part))
    return parts.every(has) ? parts.join('') : box
  }).join('')
}

const known = new WeakMap<PDFFont, Letters>()

/** The text as a font of pdf-lib can write it. */
export function writableIn(font: PDFFont, text: string): string {
  const letters = known.get(font) ?? new Set(font.getCharacterSet())
  known.set(font, letters)
  return writable(text.replaceAll('\n', ' '), letters)
}

/** Embeds a face, as much of it as is used. */
export async function embedFace(pdf: PDFDocument, face: Face): Promise<PDFFont> {
  const [fontkit, bytes] = await Promise.all([import('fontkit'), readFile(faceFiles[face])])
  pdf.registerFontkit(fontkit as unknown as Parameters<PDFDocument['registerFontkit']>[0])
  // A ligature would be one letter for who copies the text.
  return pdf.embedFont(bytes, { subset: true, features: { liga: false, dlig: false } })
}
