/**
 * Regenerates test/fixtures/entities/ with LibreOffice Calc, so that the reader is tested with files of a real
 * spreadsheet program. Needs `soffice` on the PATH: `node scripts/make-fixtures.ts`.
 *
 * Names and NRBE codes are public (Registro de Entidades, Banco de España); people and addresses are invented.
 */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

type Cell = string | { number: number; digits?: number } | { date: string; format?: 'iso' } | null
type Row = Cell[]

const run = promisify(execFile)
const target = fileURLToPath(new URL('../test/fixtures/entities/', import.meta.url))

const entities: [name: string, codNRBE: string, contactPerson: string, email: string][] = [
  ['Banco Santander, S.A.', '0049', 'María Ibáñez Peña', 'maria.ibanez@santander.example'],
  ['Banco Bilbao Vizcaya Argentaria, S.A.', '0182', 'Iñaki Goñi Zubizarreta', 'inaki.goni@bbva.example'],
  ['CaixaBank, S.A.', '2100', 'Núria Puigdomènech Vilà', 'nuria.puigdomenech@caixabank.example'],
  ['Banco de Sabadell, S.A.', '0081', 'Jordi Casañas Mir', 'jordi.casanas@sabadell.example'],
  ['Bankinter, S.A.', '0128', 'Begoña Cordón Núñez', 'begona.cordon@bankinter.example'],
  ['Unicaja Banco, S.A.', '2103', 'Álvaro Muñoz Bermúdez', 'alvaro.munoz@unicaja.example'],
  ['Ibercaja Banco, S.A.', '2085', 'Pilar Ezquerra Lanuza', 'pilar.ezquerra@ibercaja.example'],
  ['Kutxabank, S.A.', '2095', 'Ainhoa Etxeberría Ugarte', 'ainhoa.etxeberria@kutxabank.example'],
  ['Cajamar Caja Rural, S.C.C.', '3058', 'Ramón Güell Cañadas', 'ramon.guell@cajamar.example'],
  ['ING Bank N.V., Sucursal en España', '1465', "Fiona O'Brien", 'fiona.obrien@ing.example'],
  ['Abanca Corporación Bancaria, S.A.', '2080', 'Xoán Seixas Oubiña', 'xoan.seixas@abanca.example'],
  [
    'Caja de Crédito de los Ingenieros, S.C.C. "Caja de Ingenieros"',
    '3025',
    'Òscar Grañén Riu',
    'oscar.granen@ingenieros.example',
  ],
  [
    'Caja Laboral Popular, Coop. de Crédito; «Laboral Kutxa»',
    '3035',
    'Maite Agirre Lasa',
    'maite.agirre@laboralkutxa.example',
  ],
  ['Caja Rural de Navarra, S.C.C.', '3008', 'Fermín Goñi Oroz', 'fermin.goni@crnavarra.example'],
  ['Banca March, S.A.', '0061', 'Catalina Servera Bauçà', 'catalina.servera@bancamarch.example'],
  ['Triodos Bank, N.V., Sucursal en España', '1491', 'Inés Ordóñez Feijóo', 'ines.ordonez@triodos.example'],
]
const spanishHeadings: Row = ['Nombre', 'Código NRBE', 'Persona de contacto', 'Correo electrónico']
const keyHeadings: Row = ['name', 'codNRBE', 'contactPerson', 'email']

/** A sheet with a title, a blank row and reordered columns, as in practice. */
const asPeopleSendIt: Row[] = [
  ['Relación de entidades asociadas', null, null, null, null],
  [null],
  ['CORREO ELECTRONICO', 'Código  NRBE ', 'Nombre', 'Observaciones', 'Persona de Contacto'],
  ...entities
    .slice(0, 3)
    .map(([name, code, person, email]): Row => [email, { number: Number(code), digits: 4 }, name, 'Alta', person]),
  [null],
  [
    entities[3]![3],
    { number: Number(entities[3]![1]), digits: 4 },
    entities[3]![0],
    { date: '2026-03-09' },
    entities[3]![2],
  ],
]

const withErrors: Row[] = [
  keyHeadings,
  ...entities.slice(0, 2),
  ['', '2100', 'Núria Puigdomènech Vilà', 'nuria.puigdomenech@caixabank.example'],
  ['Banco de Sabadell, S.A.', 'ES81', 'Jordi Casañas Mir', 'jordi.casanas@sabadell.example'],
  ['Bankinter, S.A.', '0128', '   ', 'begona.cordon@bankinter.example'],
  ['Unicaja Banco, S.A.', '2103', 'Álvaro Muñoz Bermúdez', 'alvaro.munoz(arroba)unicaja.example'],
  ['Ibercaja Banco, S.A.', '2085', 'Pilar Ezquerra Lanuza', 'Maria.Ibanez@Santander.example'],
  ['Santander España', { number: 49 }, 'Luis Arce Prieto', 'luis.arce@santander.example'],
  [null],
  ['Kutxabank, S.A.', '20955', 'Ainhoa Etxeberría Ugarte', ''],
]

const cells: Row[] = [
  ['texto', 'código', 'número', 'cuatro cifras', 'fecha', 'fecha ISO', 'decimales'],
  [
    'línea 1\nlínea 2',
    '0049',
    { number: 49 },
    { number: 49, digits: 4 },
    { date: '2026-03-09' },
    { date: '2026-03-09', format: 'iso' },
    { number: 1234.5 },
  ],
]

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function cellXml(cell: Cell): string {
  if (cell === null || cell === '') return '<table:table-cell/>'
  if (typeof cell === 'string') {
    const paragraphs = cell.split('\n').map(line => `<text:p>${escapeXml(line)}</text:p>`)
    return `<table:table-cell table:style-name="text" office:value-type="string">${paragraphs.join('')}</table:table-cell>`
  }
  if ('date' in cell) {
    const style = cell.format === 'iso' ? 'iso' : 'spanish'
    return `<table:table-cell table:style-name="${style}" office:value-type="date" office:date-value="${cell.date}"/>`
  }
  const style = cell.digits === 4 ? ' table:style-name="four"' : ''
  return `<table:table-cell${style} office:value-type="float" office:value="${cell.number}"/>`
}

/** Flat ODF, the format in which a script can give Calc typed cells and formats. */
function flatOds(rows: Row[]): string {
  const day = '<number:day number:style="long"/>'
  const month = '<number:month number:style="long"/>'
  const year = '<number:year number:style="long"/>'
  const style = (name: string, data: string) =>
    `<style:style style:name="${name}" style:family="table-cell" style:parent-style-name="Default" style:data-style-name="${data}"/>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:styles><style:style style:name="Default" style:family="table-cell"/></office:styles>
<office:automatic-styles>
<number:text-style style:name="n-text"><number:text-content/></number:text-style>
<number:number-style style:name="n-four"><number:number number:decimal-places="0" number:min-integer-digits="4"/></number:number-style>
<number:date-style style:name="n-spanish" number:language="es" number:country="ES">${day}<number:text>/</number:text>${month}<number:text>/</number:text>${year}</number:date-style>
<number:date-style style:name="n-iso">${year}<number:text>-</number:text>${month}<number:text>-</number:text>${day}</number:date-style>
${style('text', 'n-text')}${style('four', 'n-four')}${style('spanish', 'n-spanish')}${style('iso', 'n-iso')}
</office:automatic-styles>
<office:body><office:spreadsheet><table:table table:name="Entidades">
<table:table-column table:default-cell-style-name="text" table:number-columns-repeated="8"/>
${rows.map(row => `<table:table-row>${row.map(cellXml).join('')}</table:table-row>`).join('\n')}
</table:table></office:spreadsheet></office:body></office:document>`
}

const semicolonWindows1252 = 'csv:Text - txt - csv (StarCalc):59,34,1,1,,0,false,true,false'
const commaUtf8 = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false'
const xlsx = 'xlsx:Calc MS Excel 2007 XML'

const wanted: { file: string; rows: Row[]; filter: string }[] = [
  { file: 'entidades.xlsx', rows: [keyHeadings, ...entities], filter: xlsx },
  { file: 'entidades.ods', rows: [spanishHeadings, ...entities], filter: 'ods:calc8' },
  { file: 'entidades.csv', rows: [spanishHeadings, ...entities], filter: semicolonWindows1252 },
  { file: 'entidades-coma.csv', rows: [keyHeadings, ...entities], filter: commaUtf8 },
  {
    file: 'entidades-ceros-perdidos.xlsx',
    rows: [
      keyHeadings,
      ...entities.map(([name, code, person, email]): Row => [name, { number: Number(code) }, person, email]),
    ],
    filter: xlsx,
  },
  { file: 'entidades-con-errores.xlsx', rows: withErrors, filter: xlsx },
  { file: 'entidades-desordenadas.xlsx', rows: asPeopleSendIt, filter: xlsx },
  { file: 'entidades-desordenadas.ods', rows: asPeopleSendIt, filter: 'ods:calc8' },
  { file: 'celdas.xlsx', rows: cells, filter: xlsx },
  { file: 'celdas.ods', rows: cells, filter: 'ods:calc8' },
  { file: 'vacio.xlsx', rows: [[null]], filter: xlsx },
]

const work = await mkdtemp(join(tmpdir(), 'fixtures-'))
try {
  await mkdir(target, { recursive: true })
  for (const { file, rows, filter } of wanted) {
    const source = join(work, 'source.fods')
    await writeFile(source, flatOds(rows))
    const profile = pathToFileURL(join(work, 'profile')).href
    await run('soffice', [
      `-env:UserInstallation=${profile}`,
      '--headless',
      '--convert-to',
      filter,
      '--outdir',
      work,
      source,
    ])
    await copyFile(join(work, `source.${file.split('.').at(-1)}`), join(target, file))
    console.log(file, (await readFile(join(target, file))).length)
  }
  await copyFile(join(target, 'entidades.xlsx'), join(target, 'entidades.pdf'))
} finally {
  await rm(work, { recursive: true, force: true })
}
