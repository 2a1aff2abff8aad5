import type { Edition } from '#domain/supervision/register/edition/edition.ts'
import { tableCodes, tableFile } from '#domain/supervision/register/edition/edition.ts'
import type { Level } from '#domain/supervision/register/group/level.ts'
import { csvText } from '#domain/supervision/register/package/csv.ts'
import type { Tables } from '#domain/supervision/register/table/row.ts'
import type { Day } from '#domain/values/day.ts'

export type PackageFile = { path: string; text: string }

/** What the name and the parameters of a package say. */
export type PackageFacts = {
  edition: Edition
  level: Level
  lei: string
  /** ISO 3166-1 alpha-2. */
  country: string
  referenceDate: Day
  /** ISO 8601, when it is made. */
  madeAt: string
  tables: Tables
}

/**
 * The name of a package without its ending: LEI, level (one entity or a group), country, module, framework, reference date, and
 * the moment to the millisecond (DORA-23).
 */
export function packageName({
  edition,
  level,
  lei,
  country,
  referenceDate,
  madeAt,
}: Omit<PackageFacts, 'tables'>): string {
  const moment = madeAt.replace(/\D/g, '').slice(0, 17).padEnd(17, '0')
  return `${lei}.${level}_${country}_${edition.module}_${edition.framework}_${referenceDate}_${moment}`
}

/** One CSV file per table, with the header codes of the edition. */
export const tableFiles = (edition: Edition, tables: Tables): PackageFile[] =>
  tableCodes.map(table => ({
    path: tableFile(table),
    text: csvText(
      edition.tables[table].columns.map(({ code }) => code),
      tables[table].map(({ cells }) => cells),
    ),
  }))

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** The files of the xBRL-CSV package, in one folder of its own name (DORA-22). */
export function packageFiles(facts: PackageFacts): PackageFile[] {
  const { edition, level, lei, referenceDate, tables } = facts
  const folder = packageName(facts)
  const files: PackageFile[] = [
    {
      path: 'META-INF/reportPackage.json',
      text: json({ documentInfo: { documentType: 'https://xbrl.org/report-package/2023' } }),
    },
    {
      path: 'reports/report.json',
      text: json({
        documentInfo: { documentType: 'https://xbrl.org/2021/xbrl-csv', extends: [edition.entryPoint] },
      }),
    },
    {
      path: 'reports/parameters.csv',
      text: csvText(
        ['name', 'value'],
        [
          ['entityID', `rs:${lei}.${level}`],
          ['refPeriod', referenceDate],
          ['baseCurrency', 'iso4217:EUR'],
          ['decimalsInteger', '0'],
          ['decimalsMonetary', '2'],
        ],
      ),
    },
    {
      path: 'reports/FilingIndicators.csv',
      text: csvText(
        ['templateID', 'reported'],
        // A table without rows is filed as well (filing rules of the European Banking Authority, 5.8).
        tableCodes.map(table => [table, 'true']),
      ),
    },
    ...tableFiles(edition, tables).map(({ path, text }) => ({ path: `reports/${path}`, text })),
  ]
  return files.map(({ path, text }) => ({ path: `${folder}/${path}`, text }))
}
