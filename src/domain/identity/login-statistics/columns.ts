import type { LoginWire } from '#domain/identity/login-statistics/contract.ts'
import { ACTIVE_SESSION, downloadTexts, elapsedText } from '#domain/identity/login-statistics/login-statistics.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import { withInstants } from '#domain/list/instants.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { choiceFilter, daySpan, searchFilter } from '#domain/list/shown.ts'
import { formatInstant } from '#domain/values/day.ts'

/** The columns of the login statistics (STAT-08). No column shows the session's reference (STAT-07, LIM-30). */
export const loginColumns: readonly ListColumn<LoginWire>[] = [
  { key: 'nameGenericEntity', label: 'Compañía', text: row => row.nameGenericEntity },
  { key: 'email', label: 'Email', text: row => row.email },
  { key: 'visitDateInput', label: 'Fecha inicio', text: row => formatInstant(row.visitDateInput) },
  {
    key: 'endSession',
    label: 'Fecha fin',
    text: row => (row.active ? ACTIVE_SESSION : formatInstant(row.endSession)),
  },
  { key: 'elapsedTime', label: 'Tiempo transcurrido', text: row => elapsedText(row.elapsedTime) },
  { key: 'downloadFiles', label: 'Documentos descargados', text: row => downloadTexts(row.downloadFiles).join(' | ') },
]

export const loginsList: ListShown = {
  label: 'Sesiones',
  sort: 'visitDateInput,desc',
  // LIM-19.
  size: 10,
  filters: {
    nameGenericEntity: searchFilter('Compañía', 'Nombre o CIF'),
    email: searchFilter('Email', 'Parte del correo'),
    ...daySpan,
    active: choiceFilter('Sesión', 'Todas', { true: 'Activa', false: 'Terminada' }),
  },
  asked: withInstants,
  screens: ['/stadistic-login'],
}
