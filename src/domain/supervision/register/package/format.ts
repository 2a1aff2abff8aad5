/** The file for the authority, and two for people with the same content and the faults. */
export const packageFormats = ['XBRL_CSV', 'CSV', 'XLSX'] as const
export type PackageFormat = (typeof packageFormats)[number]

export const formatLabels: Record<PackageFormat, string> = {
  XBRL_CSV: 'xBRL-CSV',
  CSV: 'CSV',
  XLSX: 'Excel',
}

/** Only the file for the authority needs a register that the authority would take. */
export const needsCleanRegister = (format: PackageFormat): boolean => format === 'XBRL_CSV'

/** The most faults and changes that an answer lists; counts are whole. */
export const FAULTS_SHOWN = 1000
export const CHANGES_SHOWN = 1000
