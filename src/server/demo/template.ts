import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A template text with placeholders `{key}`: a block of lines at a position of a page, in points from its lower left
 * corner.
 */
export type Slot = {
  /** Offset and length in bytes of the slot's stream in the file. The stream is padding until it is filled. */
  at: number
  length: number
  text: string
  font: string
  face: string
  size: number
  colour: string
  x: number
  baseline: number
  width: number
  leading: number
  align: 'left' | 'right' | 'center'
}
/** The glyphs of each font by character: the code in the file and the advance in thousandths of the size. */
export type Faces = Record<string, Face>
type Face = Record<string, readonly [code: string, advance: number]>
export type Templates = { faces: Faces; slots: Record<string, Slot[]> }

const folder = join(import.meta.dirname, 'files')
let templates: Templates | undefined
const contents = new Map<string, Buffer>()

/** @throws Error when a placeholder has no value: no demo document may show one */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{([\w.]+)\}/g, (_gap, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`No value for {${key}} in «${text}»`)
    return value
  })
}

/**
 * Fills the placeholders of a demo file (tools/make-demo-files.ts makes the templates). Each slot has a stream of fixed
 * length, so that filling it moves no other byte of the file.
 */
export function fillFile(name: string, values: Readonly<Record<string, string>>): Buffer {
  templates ??= JSON.parse(readFileSync(join(folder, 'templates.json'), 'utf8')) as Templates
  const template = contents.get(name) ?? readFileSync(join(folder, name))
  contents.set(name, template)
  const filled = Buffer.from(template)
  for (const slot of templates.slots[name] ?? []) {
    const stream = streamOf(slot, fillText(slot.text, values), templates.faces[slot.face]!)
    if (stream.length > slot.length) throw new Error(`«${slot.text}» has no room for ${stream.length} bytes in ${name}`)
    filled.write(stream.padEnd(slot.length), slot.at, 'latin1')
  }
  return filled
}

function streamOf(slot: Slot, text: string, face: Faces[string]): string {
  const widthOf = (line: string) => [...line].reduce((sum, char) => sum + glyph(char)[1], 0) * (slot.size / 1000)
  const glyph = (char: string) => {
    const found = face[char]
    if (!found) throw new Error(`No glyph for «${char}»`)
    return found
  }
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line !== '' && widthOf(longer) > slot.width) {
        lines.push(line)
        line = word
      } else line = longer
    }
    lines.push(line)
  }
  const part = { left: 0, center: 0.5, right: 1 }[slot.align]
  const shown = lines.map((line, index) => {
    const x = slot.x + (slot.width - widthOf(line)) * part
    const y = slot.baseline - index * slot.leading
    const codes = [...line].map(char => glyph(char)[0]).join('')
    return `1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm <${codes}> Tj`
  })
  return `BT /${slot.font} ${slot.size} Tf ${slot.colour} rg ${shown.join(' ')} ET`
}
