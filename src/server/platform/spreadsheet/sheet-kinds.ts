import { textEntry } from '#server/platform/spreadsheet/archive-entry.ts'

type Attributes = Readonly<Record<string, string>>

const attributesOf = (text: string): Attributes =>
  Object.fromEntries(
    [...text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', quoted, single = '']) => [
      name,
      quoted ?? single,
    ]),
  )

/** The attributes of the elements of a name, whatever their prefix. */
const elements = (xml: string, name: string): Attributes[] =>
  [...xml.matchAll(/<(?:\w+:)?(\w+)\s([^<>]*)>/g)].flatMap(([, called, attributes = '']) =>
    called === name ? [attributesOf(attributes)] : [],
  )

/** The relations of a part of a workbook, '' for the whole. */
function relationsOf(bytes: Uint8Array, part: string): Attributes[] {
  const at = part.lastIndexOf('/') + 1
  const xml = textEntry(bytes, `${part.slice(0, at)}_rels/${part.slice(at)}.rels`)?.text ?? ''
  return elements(xml, 'Relationship')
}

/**
 * Which sheets of an .xlsx, by their places, have cells: hucre 1.0.0 refuses a workbook with a chart sheet that it is not
 * told to leave out. The archive must have passed `guardArchive`.
 */
export function sheetsWithCells(bytes: Uint8Array): (index: number) => boolean {
  const book = relationsOf(bytes, '')
    .find(({ Type }) => Type?.endsWith('/officeDocument'))
    ?.Target?.replace(/^\//, '')
  if (!book) return () => true
  const types = new Map(relationsOf(bytes, book).map(({ Id, Type }) => [Id, Type]))
  const sheets = elements(textEntry(bytes, book)?.text ?? '', 'sheet')
  const ids = sheets.map(attributes => Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1])
  return index => types.get(ids[index])?.endsWith('/worksheet') ?? true
}

/** Which sheets of an .ods, by their places, are shown: hucre 1.0.0 does not tell. */
export function visibleSheets(bytes: Uint8Array): (index: number) => boolean {
  const xml = textEntry(bytes, 'content.xml')?.text ?? ''
  const styles = [...xml.matchAll(/<style:style\s([^<>]*)>\s*<style:table-properties\s([^<>]*)>/g)].map(
    ([, style = '', properties = '']) => ({ ...attributesOf(style), ...attributesOf(properties) }) as Attributes,
  )
  const hidden = new Set(styles.flatMap(each => (each['table:display'] === 'false' ? [each['style:name']] : [])))
  const tables = [...xml.matchAll(/<table:table\s([^<>]*)>/g)].map(([, attributes = '']) => attributesOf(attributes))
  return index => !hidden.has(tables[index]?.['table:style-name'])
}
