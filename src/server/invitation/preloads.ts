import type { InvitableKind } from '#domain/identity/roles.ts'
import { entityPreload } from '#domain/invitation/entity-preload.ts'
import type { InvitationDraft } from '#domain/invitation/invitation.ts'
import type { Preload } from '#domain/invitation/preload.ts'
import { providerPreload } from '#domain/invitation/provider-preload.ts'
import { nrbeRule } from '#domain/values/company/nrbe.ts'
import { takenCompanies, takenNrbes } from '#server/invitation/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { Template } from '#server/platform/spreadsheet/import-sheet.ts'

/** What the server adds to a preload: what the portal already has, the invitation of a row, and the template's look. */
export type ServerPreload<Column extends string, Unique extends Column> = {
  preload: Preload<Column, Unique>
  /** Finds, apart from addresses, the given values that participants have, as keys. */
  taken: Readonly<Record<Exclude<Unique, 'email'>, (db: Db, values: readonly string[]) => Promise<Set<string>>>>
  draftOf: (row: Readonly<Record<Column, string>>) => Required<InvitationDraft>
  tooMany: (count: number, max: number) => string
  template: Template<Column>
}

const blank = { name: '', codNRBE: '', contactPerson: '', cif: '' }
const draft = (type: InvitableKind, row: Partial<InvitationDraft> & { email: string }) => ({ ...blank, ...row, type })

export const entityImport: ServerPreload<'name' | 'codNRBE' | 'contactPerson' | 'email', 'codNRBE' | 'email'> = {
  preload: entityPreload,
  // Asks only for right values: others exist nowhere, and the database does not take every text.
  taken: {
    codNRBE: (db, codes) =>
      takenNrbes(
        db,
        codes.filter(code => nrbeRule(code) === null),
      ),
  },
  draftOf: ({ name, codNRBE, contactPerson, email }) => draft('ENTITY', { name, codNRBE, contactPerson, email }),
  tooMany: (count, max) => `El archivo tiene ${count} entidades y se admiten ${max}. Repártalas en varios archivos.`,
  template: {
    ...entityPreload,
    sheet: 'Entidades',
    name: 'entidades',
    widths: { name: 54, codNRBE: 14, contactPerson: 32, email: 40 },
  },
}

export const providerImport: ServerPreload<'name' | 'cif' | 'email', 'cif' | 'email'> = {
  preload: providerPreload,
  taken: { cif: takenCompanies },
  draftOf: ({ name, cif, email }) => draft('PROVIDER', { name, cif, email }),
  tooMany: (count, max) => `El archivo tiene ${count} proveedores y se admiten ${max}. Repártalos en varios archivos.`,
  template: { ...providerPreload, sheet: 'Proveedores', name: 'proveedores', widths: { name: 54, cif: 14, email: 40 } },
}
