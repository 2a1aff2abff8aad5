import type { Severity } from '#domain/supervision/register/lint/rule.ts'
import { packageFormats } from '#domain/supervision/register/package/format.ts'
import { leiOf } from '#domain/values/lei.ts'
import { writeXlsx } from '#server/platform/spreadsheet/write.ts'
import type { DemoPortal } from '../demo/portal.ts'

/** A bank of the demo world without a register. */
const BANK = 'externalizacion@santander.example'
const CONTRACTS = 2000
const LINES = 5000
const COMPANIES = 670
const FUNCTIONS = 30
const RUNS = 5
/** What a register of this size may take on two idle cores, in milliseconds. */
const MOST = { import: 10_000, lint: 2000, package: 3000 }

const lei = (n: number) => leiOf(`959800MEASURED${String(n).padStart(4, '0')}`)
const reference = (n: number) => `CT-${String(n + 1).padStart(4, '0')}`
const types = ['S17', 'S18', 'S19']

type Column = readonly [header: string, value: (n: number) => string]
const sheet = (name: string, count: number, columns: readonly Column[]) => ({
  sheet: name,
  columns: columns.map(([header]) => ({ header })),
  rows: Array.from({ length: count }, (_, n) => columns.map(([, value]) => value(n))),
})
const contractOf = (n: number) => n % CONTRACTS

/** Three functions in ten do not matter; each contract has a line of two or three types of service. */
const workbook = () =>
  writeXlsx({
    ...sheet('Funciones', FUNCTIONS, [
      ['Identificador', n => `F${n + 1}`],
      ['Nombre', n => `Función ${n + 1}`],
      ['Actividad autorizada', () => 'Servicios de pago'],
      ['Crítica o importante', n => (n % 10 < 7 ? 'Sí' : 'No')],
      ['Motivos', () => 'Atiende a los clientes'],
      ['Fecha de la evaluación', () => '15/01/2026'],
      ['RTO, en horas', () => '4'],
      ['RPO, en horas', () => '1'],
      ['Impacto de la interrupción', () => 'Alto'],
    ]),
    more: [
      sheet('Contratos', CONTRACTS, [
        ['Referencia', reference],
        ['Empresa externa', n => `Empresa ${n % COMPANIES}`],
        ['País de la empresa externa', () => 'España'],
        ['LEI de la empresa externa', n => lei(n % COMPANIES)],
        ['Tipo de contrato', () => 'Independiente'],
        ['Moneda', () => 'EUR'],
        ['Coste anual', () => '1200,50'],
        ['Inicio', () => '01/01/2024'],
        ['Preaviso de su entidad, en días', () => '90'],
        ['Preaviso del proveedor, en días', () => '180'],
        ['País de la ley aplicable', () => 'España'],
      ]),
      sheet('Servicios', LINES, [
        ['Contrato', n => reference(contractOf(n))],
        ['Función', n => `F${(contractOf(n) % FUNCTIONS) + 1}`],
        ['Tipo de servicio de TIC', n => types[Math.floor(n / CONTRACTS)]!],
        ['Países de prestación', () => 'España'],
        ['Almacena datos', () => 'Sí'],
        ['Países de los datos en reposo', () => 'Irlanda'],
        ['Países del tratamiento', () => 'Irlanda'],
        ['Sensibilidad de los datos', () => 'Alta'],
        ['Dependencia del servicio', () => 'Material'],
        ['Última auditoría propia', () => '31/10/2025'],
        ['Plan de salida', () => 'Sí'],
      ]),
    ],
  })

/** How long a call took, and the processor time of the portal's own process: on a busy machine the second says more. */
type Took = { ms: number; busy: number }

/** Times the import, the check and the files of a register of 2,000 contracts. False when one takes too long. */
export async function reportRegisters(portal: DemoPortal): Promise<boolean> {
  const session = await portal.sessionOf(BANK)
  const call = async (method: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${portal.url}/api/v1/${path}`, {
      method,
      headers: {
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
        'x-requested-with': 'XMLHttpRequest',
        'x-csrf-token': session.app__csrf!,
        authorization: session.authToken!,
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<unknown>
  }
  const timed = async (run: () => Promise<unknown>): Promise<Took> => {
    const [begun, before] = [performance.now(), process.cpuUsage()]
    await run()
    const { user, system } = process.cpuUsage(before)
    return { ms: performance.now() - begun, busy: (user + system) / 1000 }
  }
  const median = async (run: () => Promise<unknown>): Promise<Took> => {
    const times: Took[] = []
    for (let n = 0; n < RUNS; n++) times.push(await timed(run))
    return times.toSorted((a, b) => a.ms - b.ms)[Math.floor(RUNS / 2)]!
  }
  const entity = { lei: lei(9999), country: 'ES', type: 'x12', authority: 'Banco de España', hierarchy: 'x21' }
  await call('PUT', 'register/entity', { ...entity, currency: 'EUR', totalAssets: 1_000_000 })
  const form = new FormData()
  form.set('file', new Blob([Buffer.from(await workbook())]), 'registro.xlsx')
  const importing = await timed(() => call('POST', 'register/import', form))
  const { counts } = (await call('GET', 'register/lint')) as { counts: Record<Severity, number> }
  const faults = Object.values(counts).reduce((sum, count) => sum + count, 0)
  console.log(`Register of ${CONTRACTS} contracts, ${LINES} lines, ${faults} faults; median of ${RUNS}`)
  const lint = await median(() => call('GET', 'register/lint'))
  const rows: [string, Took][] = [
    ['import (once)', importing],
    ['check', lint],
  ]
  for (const format of packageFormats) {
    rows.push([`file ${format}`, await median(() => call('POST', 'register/packages', { format }))])
  }
  for (const [what, { ms, busy }] of rows) {
    console.log(`  ${what.padEnd(16)} ${Math.round(ms)} ms, ${Math.round(busy)} ms of processor`)
  }
  return importing.ms < MOST.import && lint.ms < MOST.lint && rows.slice(2).every(([, { ms }]) => ms < MOST.package)
}
