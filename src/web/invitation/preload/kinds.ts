import {
  entityTemplate,
  invitePreloaded,
  invitePreloadedProviders,
  previewEntities,
  previewProviders,
  providerTemplate,
} from '#domain/invitation/contract.ts'
import { entityPreload } from '#domain/invitation/entity-preload.ts'
import type { Preload, SheetRow } from '#domain/invitation/preload.ts'
import { providerPreload } from '#domain/invitation/provider-preload.ts'
import { call } from '#web/api/api.ts'

export const templateFormats = ['xlsx', 'csv'] as const
type Format = (typeof templateFormats)[number]

export type Sent = { created: number; sentAt: string }

/** A preload as the screen shows it: its words, its calls and the widths of its columns. */
export type ShownPreload<Column extends string, Unique extends Column> = {
  preload: Preload<Column, Unique>
  type: 'ENTITY' | 'PROVIDER'
  title: string
  /** What a row of the sheet is. */
  noun: string
  sheetLabel: string
  rowsLabel: string
  introduction: string
  widths: Readonly<Record<Column, string>>
  read: (
    sheet: File,
    onProgress: (sent: number) => void,
  ) => Promise<{ rows: SheetRow<Column>[]; taken: Readonly<Record<Unique, readonly string[]>> }>
  send: (rows: SheetRow<Column>[]) => Promise<Sent>
  template: { name: string; read: (format: Format) => Promise<Blob> }
}

export const shownEntities: ShownPreload<'name' | 'codNRBE' | 'contactPerson' | 'email', 'codNRBE' | 'email'> = {
  preload: entityPreload,
  type: 'ENTITY',
  title: 'Precarga masiva de entidades',
  noun: 'Entidad',
  sheetLabel: 'Hoja de entidades',
  rowsLabel: 'Entidades de la hoja',
  introduction:
    'Cada fila de la hoja es una entidad: nombre, código NRBE, persona de contacto y correo. Antes de enviar verá las filas y podrá corregirlas aquí mismo. Se invita a todas o, si algo está mal, a ninguna.',
  widths: { name: '32%', codNRBE: '18%', contactPerson: '21%', email: '29%' },
  read: (file, onProgress) => call(previewEntities, { body: {}, files: { file }, onProgress }),
  send: rows => call(invitePreloaded, { body: { rows } }),
  template: { name: 'entidades', read: format => call(entityTemplate, { query: { format } }) },
}

export const shownProviders: ShownPreload<'name' | 'cif' | 'email', 'cif' | 'email'> = {
  preload: providerPreload,
  type: 'PROVIDER',
  title: 'Precarga masiva de proveedores',
  noun: 'Proveedor',
  sheetLabel: 'Hoja de proveedores',
  rowsLabel: 'Proveedores de la hoja',
  introduction:
    'Cada fila de la hoja es un proveedor: nombre, CIF y correo. Antes de enviar verá las filas y podrá corregirlas aquí mismo. Se invita a todos o, si algo está mal, a ninguno. Al entrar, cada proveedor encuentra ya escritos su nombre y su CIF.',
  widths: { name: '40%', cif: '24%', email: '36%' },
  read: (file, onProgress) => call(previewProviders, { body: {}, files: { file }, onProgress }),
  send: rows => call(invitePreloadedProviders, { body: { rows } }),
  template: { name: 'proveedores', read: format => call(providerTemplate, { query: { format } }) },
}
