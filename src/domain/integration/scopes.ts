/** What an API key may open (HOOK-02). Nothing opens users, signatures, acceptances, keys or webhooks. */
export const apiScopes = [
  'read:providers',
  'read:ratings',
  'read:evaluations',
  'read:files',
  'read:uses',
  'write:uses',
  'read:register',
  'read:bulletins',
] as const
export type ApiScope = (typeof apiScopes)[number]

/** What each opens, as the form and `/api/docs` say it. */
export const scopeLabels: Readonly<Record<ApiScope, string>> = {
  'read:providers': 'Leer los proveedores, sus datos, sus servicios y el estado de lo que envían',
  'read:ratings': 'Leer las calificaciones',
  'read:evaluations': 'Leer las evaluaciones publicadas y los marcos de controles',
  'read:files': 'Descargar los archivos que lee su entidad',
  'read:uses': 'Leer los servicios utilizados y los niveles exigidos',
  'write:uses': 'Declarar y cambiar los servicios utilizados',
  'read:register': 'Leer el registro de información',
  'read:bulletins': 'Leer los comunicados',
}
