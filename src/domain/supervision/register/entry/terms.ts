import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'

export const TERM_MAX = 500

/** The columns of B_99.01, each with the term that a bank may define in it. */
export const terms = edition40.tables['B_99.01'].columns.map(({ code, name }) => ({ column: code, name }))
export const termColumns = terms.map(({ column }) => column)
