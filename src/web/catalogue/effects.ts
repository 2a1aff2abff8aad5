import type { DocumentChanges } from '#domain/catalogue/catalogue.ts'
import type { CatalogueType } from '#domain/catalogue/contract.ts'
import { OPERATOR_NAME } from '#domain/values/product.ts'

const who = { PROVIDER: 'los proveedores', AUDIT: 'los evaluadores', ENTITY: 'las entidades' } as const

const list = new Intl.ListFormat('es', { type: 'conjunction' })
const named = (names: readonly string[]) => list.format(names.map(name => `«${name}»`))

/** The effects of saving on the participants, in sentences; empty when there are none (D10). */
export function documentEffects(type: CatalogueType, changes: DocumentChanges): string[] {
  const { required, optional, dropped } = changes
  const renamed = dropped.length > 0 && (required.length > 0 || optional.length > 0)
  if (type === 'ISSUE') {
    return [
      ...(required.length > 0
        ? [`El ${OPERATOR_NAME} deberá adjuntar ${named(required)} para abrir una incidencia.`]
        : []),
      ...(optional.length > 0 ? [`El ${OPERATOR_NAME} podrá adjuntar ${named(optional)}, sin obligación.`] : []),
      ...(dropped.length > 0 ? [`El ${OPERATOR_NAME} ya no tendrá que adjuntar ${named(dropped)}.`] : []),
    ]
  }
  return [
    ...(required.length > 0
      ? [
          `Se avisará a ${who[type]} que ya enviaron su documentación de que deben aportar ${named(required)}. Lo que ya se les aceptó sigue aceptado.`,
        ]
      : []),
    ...(optional.length > 0 ? [`Podrán aportar ${named(optional)}, sin obligación. De esto no se avisa.`] : []),
    ...(dropped.length > 0 ? [`Dejarán de tener que aportar ${named(dropped)}. Lo que ya subieron se conserva.`] : []),
    ...(renamed
      ? ['Un documento con otro nombre es otro documento: cambiar el nombre obliga a subirlo otra vez.']
      : []),
  ]
}

/** The same for the additional data: newly required and no longer required. */
export function dataEffects(
  before: readonly { field: string; required: boolean }[],
  after: readonly { field: string; required: boolean }[],
): string[] {
  const required = after.filter(line => line.required && !before.some(was => was.field === line.field && was.required))
  const dropped = before.filter(line => !after.some(now => now.field === line.field))
  return [
    ...(required.length > 0
      ? [
          `Tendrán que rellenar ${named(required.map(line => line.field))} la próxima vez que envíen o guarden sus datos. De esto no se avisa.`,
        ]
      : []),
    ...(dropped.length > 0 ? [`Dejarán de ver ${named(dropped.map(line => line.field))} entre sus datos.`] : []),
  ]
}
