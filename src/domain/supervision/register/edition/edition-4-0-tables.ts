import type {
  Column,
  ColumnAuthor,
  ColumnKind,
  TableCode,
  TableLayout,
} from '#domain/supervision/register/edition/edition.ts'

const NOT_APPLICABLE = 'Not Applicable'
const NO_COUNTRY = 'eba_GA:qx2007'

type Short = readonly [code: string, name: string, author: ColumnAuthor, kind?: ColumnKind, key?: Key]
/** A key that always needs a value, or the text that a key without a value carries. */
type Key = 'key' | { or: string }
const orNone: Key = { or: NOT_APPLICABLE }
const orNoCountry: Key = { or: NO_COUNTRY }

const layout = (name: string, columns: readonly Short[]): TableLayout => ({
  name,
  columns: columns.map(
    ([code, title, author, kind = 'text', key]): Column => ({
      code,
      name: title,
      kind,
      author,
      isKey: key !== undefined,
      notApplicable: typeof key === 'object' ? key.or : null,
    }),
  ),
})

const terms = ['Independiente', 'Marco', 'Derivado o asociado']
  .map(term => `Contrato: ${term}`)
  .concat(
    ['Baja', 'Media', 'Alta'].map(term => `Sensibilidad de los datos: ${term}`),
    ['Bajo', 'Medio', 'Alto'].map(term => `Impacto de la función: ${term}`),
    ['No sustituible', 'Muy compleja', 'De complejidad media', 'Fácil'].map(term => `Sustituibilidad: ${term}`),
    ['Fácil', 'Difícil', 'Muy compleja'].map(term => `Reintegración: ${term}`),
    ['Bajo', 'Medio', 'Alto'].map(term => `Impacto del servicio: ${term}`),
  )

/** The columns of edition 4.0, in the order of the files. */
export const tables: Record<TableCode, TableLayout> = {
  'B_01.01': layout('Entidad que mantiene el registro', [
    ['c0010', 'LEI de la entidad', 'BANK', 'text', 'key'],
    ['c0020', 'Nombre de la entidad', 'PORTAL'],
    ['c0030', 'País de la entidad', 'BANK', 'country'],
    ['c0040', 'Tipo de entidad', 'BANK', 'entityType'],
    ['c0050', 'Autoridad competente', 'BANK'],
    ['c0060', 'Fecha del informe', 'PORTAL', 'day'],
  ]),
  'B_01.02': layout('Entidades del registro', [
    ['c0010', 'LEI de la entidad', 'BANK', 'text', 'key'],
    ['c0020', 'Nombre de la entidad', 'PORTAL'],
    ['c0030', 'País de la entidad', 'BANK', 'country'],
    ['c0040', 'Tipo de entidad', 'BANK', 'memberType'],
    ['c0050', 'Posición en el grupo', 'BANK', 'hierarchy'],
    ['c0060', 'LEI de la matriz directa', 'BANK'],
    ['c0070', 'Última actualización', 'PORTAL', 'day'],
    ['c0080', 'Incorporación al registro', 'PORTAL', 'day'],
    ['c0090', 'Baja del registro', 'PORTAL', 'day'],
    ['c0100', 'Moneda', 'BANK', 'currency'],
    ['c0110', 'Activos totales', 'BANK', 'amount'],
  ]),
  'B_01.03': layout('Sucursales', [
    ['c0010', 'Código de la sucursal', 'BANK', 'text', 'key'],
    ['c0020', 'LEI de la sede central', 'BANK', 'text', 'key'],
    ['c0030', 'Nombre de la sucursal', 'BANK'],
    ['c0040', 'País de la sucursal', 'BANK', 'country'],
  ]),
  'B_02.01': layout('Contratos: información general', [
    ['c0010', 'Referencia del contrato', 'BANK', 'text', 'key'],
    ['c0020', 'Tipo de contrato', 'BANK', 'arrangementType'],
    ['c0030', 'Referencia del contrato marco', 'BANK'],
    ['c0040', 'Moneda', 'BANK', 'currency'],
    ['c0050', 'Coste anual', 'BANK', 'amount'],
  ]),
  'B_02.02': layout('Contratos: información específica', [
    ['c0010', 'Referencia del contrato', 'BANK', 'text', 'key'],
    ['c0020', 'LEI de la entidad usuaria', 'PORTAL', 'text', 'key'],
    ['c0030', 'Código del proveedor', 'PROVIDER', 'text', 'key'],
    ['c0040', 'Tipo de código del proveedor', 'PORTAL', 'codeKind'],
    ['c0050', 'Función', 'BANK', 'text', orNone],
    ['c0060', 'Tipo de servicio de TIC', 'PROVIDER', 'ictType', 'key'],
    ['c0070', 'Inicio del contrato', 'BANK', 'day'],
    ['c0080', 'Fin del contrato', 'BANK', 'day'],
    ['c0090', 'Motivo de la terminación', 'BANK', 'endReason'],
    ['c0100', 'Preaviso de la entidad, en días', 'BANK', 'number'],
    ['c0110', 'Preaviso del proveedor, en días', 'BANK', 'number'],
    ['c0120', 'País de la ley aplicable', 'BANK', 'country'],
    ['c0130', 'País de prestación', 'PROVIDER', 'country', orNoCountry],
    ['c0140', 'Almacena datos', 'PROVIDER', 'yesNo'],
    ['c0150', 'País de los datos en reposo', 'PROVIDER', 'country', orNoCountry],
    ['c0160', 'País del tratamiento', 'PROVIDER', 'country', orNoCountry],
    ['c0170', 'Sensibilidad de los datos', 'BANK', 'sensitivity'],
    ['c0180', 'Dependencia del servicio', 'BANK', 'reliance'],
  ]),
  'B_02.03': layout('Contratos intragrupo', [
    ['c0010', 'Referencia del contrato', 'BANK', 'text', 'key'],
    ['c0020', 'Referencia del contrato vinculado', 'BANK', 'text', 'key'],
    ['c0030', 'Vínculo', 'PORTAL', 'link'],
  ]),
  'B_03.01': layout('Entidades que firman como receptoras', [
    ['c0010', 'Referencia del contrato', 'PORTAL', 'text', 'key'],
    ['c0020', 'LEI de la entidad firmante', 'PORTAL', 'text', 'key'],
    ['c0030', 'Vínculo', 'PORTAL', 'link'],
  ]),
  'B_03.02': layout('Proveedores que firman', [
    ['c0010', 'Referencia del contrato', 'PORTAL', 'text', 'key'],
    ['c0020', 'Código del proveedor', 'PORTAL', 'text', 'key'],
    ['c0030', 'Tipo de código del proveedor', 'PORTAL', 'codeKind'],
  ]),
  'B_03.03': layout('Entidades del grupo que firman como proveedoras', [
    ['c0010', 'Referencia del contrato', 'PORTAL', 'text', 'key'],
    ['c0020', 'LEI de la entidad proveedora', 'PORTAL', 'text', 'key'],
    ['c0031', 'Vínculo', 'PORTAL', 'link'],
  ]),
  'B_04.01': layout('Entidades que utilizan los servicios', [
    ['c0010', 'Referencia del contrato', 'PORTAL', 'text', 'key'],
    ['c0020', 'LEI de la entidad usuaria', 'PORTAL', 'text', 'key'],
    ['c0030', 'Naturaleza del usuario', 'PORTAL', 'userNature'],
    ['c0040', 'Código de la sucursal', 'PORTAL', 'text', orNone],
  ]),
  'B_05.01': layout('Proveedores', [
    ['c0010', 'Código de la empresa', 'PROVIDER', 'text', 'key'],
    ['c0020', 'Tipo de código', 'PORTAL', 'codeKind'],
    ['c0030', 'Otro código', 'PROVIDER'],
    ['c0040', 'Tipo del otro código', 'PORTAL', 'codeKind'],
    ['c0050', 'Nombre legal', 'PORTAL'],
    ['c0060', 'Nombre en letras latinas', 'PROVIDER'],
    ['c0070', 'Tipo de persona', 'PROVIDER', 'personType'],
    ['c0080', 'País de la sede', 'PROVIDER', 'country'],
    ['c0090', 'Moneda', 'PORTAL', 'currency'],
    ['c0100', 'Coste anual total', 'PORTAL', 'amount'],
    ['c0110', 'Código de la matriz última', 'PROVIDER'],
    ['c0120', 'Tipo de código de la matriz última', 'PORTAL', 'codeKind'],
  ]),
  'B_05.02': layout('Cadena de suministro', [
    ['c0010', 'Referencia del contrato', 'PORTAL', 'text', 'key'],
    ['c0020', 'Tipo de servicio de TIC', 'PORTAL', 'ictType', 'key'],
    ['c0030', 'Código de la empresa', 'PROVIDER', 'text', 'key'],
    ['c0040', 'Tipo de código', 'PORTAL', 'codeKind'],
    ['c0050', 'Rango', 'PORTAL', 'number', 'key'],
    ['c0060', 'Código de la empresa receptora', 'PORTAL', 'text', 'key'],
    ['c0070', 'Tipo de código de la receptora', 'PORTAL', 'codeKind'],
  ]),
  'B_06.01': layout('Funciones', [
    ['c0010', 'Identificador de la función', 'BANK', 'text', 'key'],
    ['c0020', 'Actividad autorizada', 'BANK', 'activity'],
    ['c0030', 'Nombre de la función', 'BANK'],
    ['c0040', 'LEI de la entidad', 'PORTAL', 'text', 'key'],
    ['c0050', 'Esencial o importante', 'BANK', 'yesNoUnknown'],
    ['c0060', 'Motivos', 'BANK'],
    ['c0070', 'Fecha de la última evaluación', 'BANK', 'day'],
    ['c0080', 'Tiempo de recuperación (RTO), en horas', 'BANK', 'number'],
    ['c0090', 'Punto de recuperación (RPO), en horas', 'BANK', 'number'],
    ['c0100', 'Impacto de la interrupción', 'BANK', 'impact'],
  ]),
  'B_07.01': layout('Evaluación de los servicios', [
    ['c0010', 'Referencia del contrato', 'PORTAL', 'text', 'key'],
    ['c0020', 'Código del proveedor', 'PORTAL', 'text', 'key'],
    ['c0030', 'Tipo de código del proveedor', 'PORTAL', 'codeKind'],
    ['c0040', 'Tipo de servicio de TIC', 'PORTAL', 'ictType', 'key'],
    ['c0050', 'Sustituibilidad', 'BANK', 'substitutability'],
    ['c0060', 'Por qué no es sustituible', 'BANK', 'noSubstituteReason'],
    ['c0070', 'Fecha de la última auditoría', 'PORTAL', 'day'],
    ['c0080', 'Plan de salida', 'BANK', 'yesNo'],
    ['c0090', 'Reintegración', 'BANK', 'reintegration'],
    ['c0100', 'Impacto de la interrupción', 'BANK', 'impact'],
    ['c0110', 'Alternativas identificadas', 'BANK', 'yesNoUnknown'],
    ['c0120', 'Cuáles', 'BANK'],
  ]),
  'B_99.01': layout(
    'Definiciones de la entidad',
    terms.map((term, at): Short => [`c${String((at + 1) * 10).padStart(4, '0')}`, term, 'BANK']),
  ),
}
