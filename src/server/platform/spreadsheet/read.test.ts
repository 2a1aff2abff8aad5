import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityPreload } from '#domain/invitation/entity-preload.ts'
import { shownIn } from '#domain/list/cell.ts'
import { parse, parseSheets } from '#server/platform/spreadsheet/parse.ts'
import { readTable, spreadsheetKind } from '#server/platform/spreadsheet/read.ts'
import type { Part } from '#test/support/archives.ts'
import { archive, workbook } from '#test/support/archives.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spreadsheet-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const fixture = (name: string) => ({
  path: fileURLToPath(new URL(`../../../../test/fixtures/entities/${name}`, import.meta.url)),
  name,
})

async function written(name: string, content: Buffer | string) {
  const path = join(folder, name)
  await writeFile(path, content)
  return { path, name }
}

/** The rows as its reader sees them. */
const rowsOf = async ({ path, name }: { path: string; name: string }) =>
  (await parse({ path }, spreadsheetKind(name))).map(row => row.map(shownIn))

const doctype = '<!DOCTYPE worksheet [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
const goodSheet = '<row r="1"><c r="A1" t="inlineStr"><is><t>hola</t></is></c></row>'

function openDocument(table: string): Part[] {
  const namespace = (name: string) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`
  return [
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
    {
      name: 'content.xml',
      content: `<office:document-content ${['office', 'table', 'text', 'style'].map(namespace).join(' ')}><office:body><office:spreadsheet><table:table table:name="H">${table}</table:table></office:spreadsheet></office:body></office:document-content>`,
    },
  ]
}

describe('a file of Calc', () => {
  const first = 'Banco Santander, S.A.|0049|María Ibáñez Peña|maria.ibanez@santander.example'

  it.each([
    ['entidades.xlsx', first],
    ['entidades.ods', first],
    ['entidades.csv', first],
    ['entidades-coma.csv', first],
    ['entidades-ceros-perdidos.xlsx', first.replace('0049', '49')],
  ])('D28: %s has a heading and 16 entities', async (name, expected) => {
    const rows = await rowsOf(fixture(name))
    expect(rows).toHaveLength(17)
    expect(rows[1]!.join('|')).toBe(expected)
    expect(rows[12]![0]).toBe('Caja de Crédito de los Ingenieros, S.C.C. "Caja de Ingenieros"')
    expect(rows[13]![0]).toBe('Caja Laboral Popular, Coop. de Crédito; «Laboral Kutxa»')
  })

  it('D28 D56: cells come as a person sees them: dates, decimals, lines, zeros', async () => {
    const rows = await rowsOf(fixture('celdas.xlsx'))
    expect(rows[1]).toEqual(['línea 1\nlínea 2', '0049', '49', '0049', '09/03/2026', '2026-03-09', '1234,5'])
    const ods = await rowsOf(fixture('celdas.ods'))
    // The library drops the minimum digits of an ODS format; the NRBE rule restores the zeros.
    expect(ods[1]).toEqual(['línea 1\nlínea 2', '0049', '49', '49', '09/03/2026', '2026-03-09', '1234,5'])
  })

  it('D28: blank rows keep their place, so that a line number is that of the sheet', async () => {
    for (const name of ['entidades-desordenadas.xlsx', 'entidades-desordenadas.ods']) {
      const rows = await rowsOf(fixture(name))
      expect(rows[1]!.join('')).toBe('')
      expect(rows[2]![0]).toBe('CORREO ELECTRONICO')
      expect(rows[7]![3]).toBe('09/03/2026')
    }
  })
})

describe('CSV', () => {
  const rows = async (content: Buffer | string) => rowsOf(await written('a.csv', content))

  describe('the encoding of a CSV is not guessed in silence', () => {
    const head = 'name;codNRBE;contactPerson;email\n'
    const body =
      'Caja de Crédito de Peñarroya;9410;María Ibáñez Güell;a@uno.example\nBanco Íñigo;9411;Ana Gil;b@uno.example\n'
    const mac: Record<string, number> = { é: 0x8e, ñ: 0x96, í: 0x92, á: 0x87, ü: 0x9f, Í: 0xea }
    const dos: Record<string, number> = { é: 0x82, ñ: 0xa4, í: 0xa1, á: 0xa0, ü: 0x81, Í: 0xd6 }
    const bytesIn = (text: string, page: Record<string, number>) =>
      Buffer.from(Array.from(text, letter => page[letter] ?? letter.charCodeAt(0)))
    const read = async (bytes: Buffer) => rowsOf(await written('letras.csv', bytes))

    it.each([
      ['Windows-1252', bytesIn(head + body, {})],
      ['Mac Roman', bytesIn(head + body, mac)],
      ['code page 850', bytesIn(head + body, dos)],
    ])('D28: a file wholly in %s is read', async (_what, bytes) => {
      const rows = await read(bytes)
      expect(rows[1]?.slice(0, 3)).toEqual(['Caja de Crédito de Peñarroya', '9410', 'María Ibáñez Güell'])
      expect(rows[2]?.[0]).toBe('Banco Íñigo')
    })

    it.each([
      [
        'a row of another program',
        Buffer.concat([Buffer.from(head + body), bytesIn('Banco Mañana;9414;Ana;c@uno.example\n', {})]),
        4,
      ],
      [
        'the same in ASCII headings and Mac Roman',
        Buffer.concat([Buffer.from(head + body), bytesIn('Peñón;9414;Ana;c@uno.example\n', { ...mac, ó: 0x97 })]),
        4,
      ],
      ['letters encoded twice', Buffer.from(Buffer.from(head + body).toString('latin1')), 2],
      ['letters that two encodings allow', bytesIn(`${head}María;9410;Ana;a@uno.example\n`, mac), 2],
    ])('D28: a file with %s is refused, with its row', async (_what, bytes, row) => {
      await expect(read(bytes)).rejects.toMatchObject({
        code: 'encoding',
        message: expect.stringMatching(new RegExp(`^La fila ${row} .*UTF-8`)),
      })
    })
  })

  it('D28: takes codes that programs protect', async () => {
    expect(await rows(`"=""0049""";'0049;'Aval;'=1\n`)).toEqual([['0049', '0049', "'Aval", "'=1"]])
  })

  it('D28: reads UTF-8 with and without mark, and Windows-1252', async () => {
    expect(await rows('\ufeffseñal;€\n')).toEqual([['señal', '€']])
    expect(await rows('señal;€')).toEqual([['señal', '€']])
    expect(await rows(Buffer.from([0x73, 0x65, 0xf1, 0x61, 0x6c, 0x3b, 0x80]))).toEqual([['señal', '€']])
  })

  it('D28: finds the separator, also when names hold the others', async () => {
    expect(await rows('a;b\n"Banco, S.A.";1,5\nCaja, S.C.C.;2\n')).toEqual([
      ['a', 'b'],
      ['Banco, S.A.', '1,5'],
      ['Caja, S.C.C.', '2'],
    ])
    expect(await rows('a,b,c\n"uno; dos; tres",2,3\n')).toEqual([
      ['a', 'b', 'c'],
      ['uno; dos; tres', '2', '3'],
    ])
    expect(await rows('a\tb, c\n1\t2, 3')).toEqual([
      ['a', 'b, c'],
      ['1', '2, 3'],
    ])
    expect(await rows('sep=,\r\na;a,b\r\n')).toEqual([[''], ['a;a', 'b']])
  })

  it('D28: quoted fields keep newlines and quotes; all three line ends serve', async () => {
    expect(await rows('a;b\r\n"uno\r\ndos";"dice ""sí"""\r\n\r\nx;y\r\n')).toEqual([
      ['a', 'b'],
      ['uno\r\ndos', 'dice "sí"'],
      [''],
      ['x', 'y'],
    ])
    expect(await rows('a;b\rc;d')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  it('D28: bytes that are no text are refused', async () => {
    await expect(rows(Buffer.from('PK\x03\x04\0\0'))).rejects.toMatchObject({ code: 'unreadable' })
  })
})

describe('refusals', () => {
  it.each(['entidades.pdf', 'a.xlsx.exe', 'a.xls', 'xlsx', 'a.csv.', ''])(
    'D37 ERR-04: the name %j is refused by its extension',
    async name => {
      await expect(readTable({ ...fixture('entidades.xlsx'), name }, entityPreload.columns)).rejects.toMatchObject({
        code: 'extension',
        message: 'Extensión de archivo no válida.',
      })
    },
  )

  it('D28: an extension in capitals serves', async () => {
    expect(await rowsOf({ ...fixture('entidades.xlsx'), name: 'ENTIDADES.XLSX' })).toHaveLength(17)
  })

  it('D28: a file whose content does not match its name is unreadable', async () => {
    for (const [path, name] of [
      ['entidades.ods', 'a.xlsx'],
      ['entidades.xlsx', 'a.ods'],
      ['entidades.csv', 'a.xlsx'],
      ['entidades.xlsx', 'a.csv'],
    ] as const) {
      await expect(readTable({ ...fixture(path), name }, entityPreload.columns)).rejects.toMatchObject({
        code: 'unreadable',
      })
    }
  })

  it('D28: a file without text is empty', async () => {
    await expect(readTable(fixture('vacio.xlsx'), entityPreload.columns)).rejects.toMatchObject({ code: 'empty' })
    await expect(readTable(await written('a.csv', ' ; ;\r\n\r\n'), entityPreload.columns)).rejects.toMatchObject({
      code: 'empty',
    })
    await expect(readTable(await written('a.csv', ''), entityPreload.columns)).rejects.toMatchObject({ code: 'empty' })
    await expect(readTable(await written('a.xlsx', ''), entityPreload.columns)).rejects.toMatchObject({
      code: 'unreadable',
    })
  })

  const zeros = (mebibytes: number) => Buffer.alloc(mebibytes * 1024 * 1024)
  const hostile: [what: string, code: string, parts: Part[], count?: number][] = [
    ['a bomb that says so', 'too-large', [...workbook(goodSheet), { name: 'xl/a.bin', content: zeros(65) }]],
    [
      'many small bombs',
      'too-large',
      workbook(goodSheet).concat([0, 1, 2].map(i => ({ name: `xl/${i}`, content: zeros(22) }))),
    ],
    ['a bomb by its ratio', 'too-large', [...workbook(goodSheet), { name: 'xl/a.bin', content: zeros(16) }]],
    [
      'a bomb that declares little',
      'too-large',
      [...workbook(goodSheet), { name: 'xl/a.bin', content: zeros(80), declared: 90 }],
    ],
    [
      '2001 entries',
      'too-large',
      workbook(goodSheet).concat(Array.from({ length: 1996 }, (_, i) => ({ name: `xl/${i}`, content: 'x' }))),
    ],
    ['an external entity', 'unreadable', workbook(goodSheet.replace('hola', '&x;'), doctype)],
    [
      'a DOCTYPE in UTF-16',
      'unreadable',
      [...workbook(goodSheet), { name: 'xl/x.xml', content: Buffer.from(`\ufeff${doctype}`, 'utf16le') }],
    ],
    [
      'an archive inside',
      'unreadable',
      [...workbook(goodSheet), { name: 'xl/media/image1.png', content: archive(workbook(goodSheet)) }],
    ],
    ['a path that climbs', 'unreadable', [...workbook(goodSheet), { name: 'xl/../../x.xml', content: 'x' }]],
    ['an absolute path', 'unreadable', [...workbook(goodSheet), { name: '/x.xml', content: 'x' }]],
    ['a Windows path', 'unreadable', [...workbook(goodSheet), { name: '..\\x.xml', content: 'x' }]],
    [
      'a link',
      'unreadable',
      [...workbook(goodSheet), { name: 'xl/x', content: '/etc/passwd', attributes: 0o120777 * 0x10000 }],
    ],
    ['two entries of one name', 'unreadable', [...workbook(goodSheet), ...workbook(goodSheet).slice(-1)]],
    ['an encrypted entry', 'unreadable', [...workbook(goodSheet), { name: 'xl/x', content: 'x', flags: 1 }]],
    ['a directory that lies on its count', 'unreadable', workbook(goodSheet), 40],
    [
      'two far corners',
      'unreadable',
      workbook('<row r="1"><c r="A1"><v>1</v></c></row><row r="40000"><c r="XFD40000"><v>1</v></c></row>'),
    ],
  ]

  it('D28: the archive of these tests is a good workbook when nothing is wrong with it', async () => {
    expect(await rowsOf(await written('good.xlsx', archive(workbook(goodSheet))))).toEqual([['hola']])
  })

  it.each(hostile)('D28: a workbook with %s is refused', async (_what, code, parts, count) => {
    const file = await written('hostile.xlsx', archive(parts, count))
    await expect(readTable(file, entityPreload.columns)).rejects.toMatchObject({ name: 'SpreadsheetError', code })
  })

  it('D28: a file of more than 25 MiB is refused before it is parsed', async () => {
    const bytes = Buffer.alloc(25 * 1024 * 1024 + 1, 'x')
    await expect(parse({ bytes }, 'csv')).rejects.toMatchObject({ code: 'too-large', detail: 'file size' })
  })

  it('D28: an entry inflated out of memory stops its reader and nothing else', async () => {
    const cell =
      '<table:table-cell table:number-columns-repeated="900" office:value-type="string"><text:p>x</text:p></table:table-cell>'
    const rows = `<table:table-row table:number-rows-repeated="1048576">${cell}</table:table-row>`
    const file = await written('repeated.ods', archive(openDocument(rows)))
    await expect(readTable(file, entityPreload.columns)).rejects.toMatchObject({ code: 'too-large' })
    expect((await readTable(fixture('entidades.ods'), entityPreload.columns)).rows).toHaveLength(16)
  })
})

describe('OpenDocument', () => {
  const row = (text: string) =>
    `<table:table-row><table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row>`

  it('D28: 200 rows that repeat a styled blank cell to the last column, as Excel writes them, are read at once', async () => {
    const padding = '<table:table-cell table:number-columns-repeated="16383" table:style-name="ce1"/></table:table-row>'
    const padded = (text: string) => row(text).replace('</table:table-row>', padding)
    const blanks =
      '<table:table-row table:number-rows-repeated="1048375"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    const table = `${row('a').replace('<table:table-cell', '<table:table-cell table:number-columns-repeated="2"/><table:table-cell')}${Array.from({ length: 200 }, (_, n) => padded(`ñ${n}`)).join('')}${blanks}`
    const rows = await rowsOf(await written('excel.ods', archive(openDocument(table))))
    expect(rows).toEqual([['', '', 'a'], ...Array.from({ length: 200 }, (_, n) => [`ñ${n}`])])
  })

  it('D28: a hidden sheet is left out, as in an .xlsx', async () => {
    const parts = openDocument(row('oculta'))
    const [type, content] = parts
    const style =
      '<office:automatic-styles><style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false" style:writing-mode="lr-tb"/></style:style></office:automatic-styles>'
    const xml = String(content!.content)
      .replace('<office:body>', `${style}<office:body>`)
      .replace('table:name="H"', 'table:name="H" table:style-name="ta2"')
      .replace(
        '</office:spreadsheet>',
        `<table:table table:name="I" table:style-name="ta1">${row('visible')}</table:table></office:spreadsheet>`,
      )
    const file = await written('hidden.ods', archive([type!, { ...content!, content: xml }]))
    expect(await rowsOf(file)).toEqual([['visible']])
  })

  it('D28: rows inside header rows and outline groups are not lost', async () => {
    const table = `<table:table-header-rows>${row('cabecera')}</table:table-header-rows><table:table-row-group>${row('uno')}</table:table-row-group>${row('dos')}`
    const file = await written('groups.ods', archive(openDocument(table)))
    expect(await rowsOf(file)).toEqual([['cabecera'], ['uno'], ['dos']])
  })
})

describe('sheets', () => {
  const reach = { rows: 100, columns: 10 }
  const shown = async (...how: Parameters<typeof parseSheets>) =>
    (await parseSheets(...how)).map(({ rows }) => ({ rows: rows.map(row => row.map(shownIn)) }))
  const sheets = (kind: 'xlsx' | 'ods', content: Buffer) => shown({ bytes: content }, { kind, reach, most: 3 })
  const cells = (name: string) => readFile(fixture(name).path)

  it.each(['xlsx', 'ods'] as const)('every visible sheet of an .%s comes as displayed, within reach', async kind => {
    const [first, ...rest] = await sheets(kind, await cells(`celdas.${kind}`))
    expect(first!.rows[1]!.slice(4)).toEqual(['09/03/2026', '2026-03-09', '1234,5'])
    expect(rest.every(({ rows }) => Array.isArray(rows))).toBe(true)
    const [short] = await shown(
      { bytes: await cells(`celdas.${kind}`) },
      { kind, reach: { rows: 2, columns: 3 }, most: 3 },
    )
    expect(short!.rows).toHaveLength(2)
    expect(short!.rows[1]).toEqual(['línea 1\nlínea 2', '0049', '49'])
  })

  it('a formula is never run: its stored result is shown, or that there is none', async () => {
    const row = '<row r="1"><c r="A1"><f>1+1</f><v>7</v></c><c r="B1"><f>WEBSERVICE("http://x")</f></c></row>'
    const [sheet] = await sheets('xlsx', archive(workbook(row)))
    expect(sheet!.rows).toEqual([['7', '(fórmula sin resultado)']])
  })

  it.each([
    ['declares too much', 'too-large', [{ name: 'a', content: 'x', declared: 100 * 1024 * 1024 }]],
    ['names an entity', 'unreadable', workbook(goodSheet, doctype)],
    ['is no archive', 'unreadable', null],
  ] as const)('a workbook that %s is refused', async (_what, code, parts) => {
    const content = parts ? archive([...parts]) : Buffer.from('no es un libro')
    await expect(sheets('xlsx', content)).rejects.toMatchObject({ code })
    await expect(sheets('ods', content)).rejects.toMatchObject({ code })
  })
})
