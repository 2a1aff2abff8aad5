import { createWriteStream } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { leiOf } from '#domain/values/lei.ts'

/** Columns of GLEIF's golden copy, in its order, with those that are read among as many as it has. */
const fill = (from: string, count: number) => Array.from({ length: count }, (_, n) => `${from}.${n + 1}`)
const leiHeader = [
  'LEI',
  'Entity.LegalName',
  'Entity.LegalName.xmllang',
  ...fill('Entity.OtherEntityNames.OtherEntityName', 60),
  'Entity.LegalAddress.FirstAddressLine',
  'Entity.LegalAddress.City',
  'Entity.LegalAddress.Country',
  ...fill('Entity.OtherAddresses.OtherAddress', 120),
  'Entity.EntityStatus',
  ...fill('Entity.LegalEntityEvents.LegalEntityEvent', 130),
  'Registration.InitialRegistrationDate',
  'Registration.RegistrationStatus',
  'Registration.NextRenewalDate',
  'Registration.ManagingLOU',
  'ConformityFlag',
]
const parentHeader = [
  'Relationship.StartNode.NodeID',
  'Relationship.StartNode.NodeIDType',
  'Relationship.EndNode.NodeID',
  'Relationship.EndNode.NodeIDType',
  'Relationship.RelationshipType',
  'Relationship.RelationshipStatus',
  ...fill('Relationship.Period', 9),
  'Registration.RegistrationStatus',
]
const exceptionHeader = ['LEI', 'Exception.Category', ...fill('Exception.Reason', 5), ...fill('Exception.Reference', 5)]

const csv = (cells: readonly string[]) => `${cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`
const rowIn = (header: readonly string[], cells: Readonly<Record<string, string>>) =>
  csv(header.map(column => cells[column] ?? ''))

export type SomeLei = {
  lei: string
  name: string
  country?: string
  entity?: string
  status?: string
  renewal?: string
}
const leiRow = ({ lei, name, country = 'ES', entity = 'ACTIVE', status = 'ISSUED', renewal = '2027-05-01' }: SomeLei) =>
  rowIn(leiHeader, {
    LEI: lei,
    'Entity.LegalName': name,
    'Entity.LegalName.xmllang': 'es',
    'Entity.LegalAddress.FirstAddressLine': 'Calle Mayor, 1,\n2.º',
    'Entity.LegalAddress.City': 'Madrid',
    'Entity.LegalAddress.Country': country,
    'Entity.EntityStatus': entity,
    'Registration.InitialRegistrationDate': '2014-01-31T00:00:00Z',
    'Registration.RegistrationStatus': status,
    'Registration.NextRenewalDate': renewal && `${renewal}T09:30:00+01:00`,
    'Registration.ManagingLOU': '959800R2X69K6Y6MX775',
    ConformityFlag: 'CONFORMING',
  })

/** A file of companies, as GLEIF publishes it. */
export const leiFile = (leis: readonly SomeLei[]): string => csv(leiHeader) + leis.map(leiRow).join('')

/** A file of relationships. */
export const parentFile = (rows: readonly { lei: string; parent: string; type?: string; status?: string }[]): string =>
  csv(parentHeader) +
  rows
    .map(({ lei, parent, type = 'IS_ULTIMATELY_CONSOLIDATED_BY', status = 'ACTIVE' }) =>
      rowIn(parentHeader, {
        'Relationship.StartNode.NodeID': lei,
        'Relationship.StartNode.NodeIDType': 'LEI',
        'Relationship.EndNode.NodeID': parent,
        'Relationship.EndNode.NodeIDType': 'LEI',
        'Relationship.RelationshipType': type,
        'Relationship.RelationshipStatus': status,
        'Registration.RegistrationStatus': 'PUBLISHED',
      }),
    )
    .join('')

/** A file of reporting exceptions. */
export const exceptionFile = (rows: readonly { lei: string; reason: string; category?: string }[]): string =>
  csv(exceptionHeader) +
  rows
    .map(({ lei, reason, category = 'ULTIMATE_ACCOUNTING_CONSOLIDATION_PARENT' }) =>
      rowIn(exceptionHeader, { LEI: lei, 'Exception.Category': category, 'Exception.Reason.1': reason }),
    )
    .join('')

/** The LEI in one row of a large file. */
export const leiNumbered = (n: number): string => leiOf(`959800GLEIF${String(n).padStart(7, '0')}`)

const BATCH = 500

/** Writes a file of companies of the shape and size of the golden copy, packed where its name says so. @returns its bytes unpacked */
export async function writeLargeLeiFile(path: string, count: number): Promise<number> {
  let bytes = 0
  const [head = '', middle = '', end = ''] = leiRow({ lei: '@', name: '@' }).split('@')
  const rows = function* () {
    yield csv(leiHeader)
    for (let first = 0; first < count; first += BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, count - first) }, (_, n) => first + n)
      const text = numbers.map(n => `${head}${leiNumbered(n)}${middle}Compañía «${n}», S. A.${end}`).join('')
      const batch = Buffer.from(text)
      bytes += batch.length
      yield batch
    }
  }
  const packed = path.endsWith('.gz') ? createGzip({ level: 1 }) : new PassThrough()
  await pipeline(Readable.from(rows()), packed, createWriteStream(path))
  return bytes
}
