import { ictTypes, ictTypeText } from '#domain/participant/company/ict-type.ts'
import type { CodeList, ListName, ListValue } from '#domain/supervision/register/edition/edition.ts'
import { activities } from '#domain/supervision/register/edition/edition-4-0-activities.ts'
import { countries, countryName } from '#domain/values/countries.ts'

const ITS = 'Reglamento de Ejecución (UE) 2024/2956, anexos I a III'
const DICTIONARY = 'Diccionario de datos de la ABE, marco 4.0 (DORA)'

/** When all lists were compared with those that the European Banking Authority publishes. */
const COMPARED_ON = '2026-11-28'

const values = (labels: Record<string, string>): ListValue[] =>
  Object.entries(labels).map(([code, label]) => ({ code, label }))

const list = (name: string, prefix: string, labels: Record<string, string>, source = DICTIONARY): CodeList => ({
  name,
  prefix,
  values: values(labels),
  source,
  comparedOn: COMPARED_ON,
})

/** Those of the authority: some that no longer circulate are in it, some newer ones are not. */
const currencyCodes = `
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BYR BZD CAD CDF
  CHE CHF CHW CLF CLP CNH CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
  GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR
  LRD LSL LTL LVL LYD MAD MDL MGA MKD MMK MNT MOP MRO MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK
  PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLL SOS SRD SSP STD SVC SYP SZL THB TJS TMT TND TOP
  TRY TTD TWD TZS UAH UGX USD UYI UYU UZS VEF VND VUV WST XCD XPF YER ZAR ZMK ZMW ZWL`
  .trim()
  .split(/\s+/)
const currencyNames = new Intl.DisplayNames('es', { type: 'currency' })

const entityTypes = {
  x12: 'Entidad de crédito',
  x599: 'Empresa de servicios de inversión',
  x300: 'Entidad de pago',
  x302: 'Entidad de dinero electrónico',
  x301: 'Proveedor de servicios de información sobre cuentas',
  x639: 'Sociedad gestora',
  x307: 'Gestor de fondos de inversión alternativos',
  x303: 'Proveedor de servicios de criptoactivos',
  x310: 'Emisor de fichas referenciadas a activos',
  x304: 'Depositario central de valores',
  x643: 'Entidad de contrapartida central',
  x305: 'Centro de negociación',
  x306: 'Registro de operaciones',
  x308: 'Proveedor de servicios de suministro de datos',
  x309: 'Empresa de seguros o reaseguros',
  x320: 'Intermediario de seguros o reaseguros',
  x311: 'Fondo de pensiones de empleo',
  x312: 'Agencia de calificación crediticia',
  x313: 'Administrador de índices de referencia cruciales',
  x314: 'Proveedor de servicios de financiación participativa',
  x315: 'Registro de titulizaciones',
  x316: 'Otra entidad financiera',
}

const impactLevels = { x791: 'Bajo', x792: 'Medio', x793: 'Alto' }

/** The lists of edition 4.0. */
export const lists: Record<ListName, CodeList> = {
  country: list(
    'País',
    'eba_GA:',
    { ...Object.fromEntries(countries.map(code => [code, countryName(code)])), x28: 'Otros países' },
    'ISO 3166-1 alfa-2',
  ),
  currency: list(
    'Moneda',
    'eba_CU:',
    {
      ...Object.fromEntries(currencyCodes.map(code => [code, currencyNames.of(code) ?? code])),
      x46: 'Otras monedas',
    },
    'ISO 4217',
  ),
  codeKind: list('Tipo de código', 'eba_qCO:', {
    qx2000: 'LEI',
    qx2002: 'EUID',
    qx2003: 'Número del registro mercantil (CRN)',
    qx2004: 'Número de IVA (VAT)',
    qx2005: 'Pasaporte (PNR)',
    qx2001: 'Número nacional: CIF o documento de identidad (NIN)',
  }),
  entityType: list('Tipo de entidad', 'eba_CT:', entityTypes),
  memberType: list('Tipo de entidad del grupo', 'eba_CT:', {
    ...entityTypes,
    x317: 'Entidad no financiera: proveedor intragrupo de servicios de TIC',
    x318: 'Entidad no financiera: otra',
  }),
  hierarchy: list('Posición en el grupo', 'eba_RP:', {
    x53: 'Matriz última',
    x551: 'Matriz que no es la última',
    x56: 'Filial',
    x21: 'No pertenece a un grupo',
    x210: 'Externalización',
  }),
  arrangementType: list('Tipo de contrato', 'eba_CO:', {
    x1: 'Independiente',
    x2: 'Marco',
    x3: 'Derivado o asociado',
  }),
  endReason: list('Motivo de la terminación', 'eba_CO:', {
    x4: 'Vencido y no renovado',
    x5: 'Incumplimiento del proveedor',
    x6: 'Impedimentos del proveedor que pueden alterar la función',
    x7: 'Deficiencias del proveedor en la seguridad de los datos',
    x8: 'A petición de la autoridad competente',
    x9: 'Otro motivo',
  }),
  ictType: list(
    'Tipo de servicio de TIC',
    'eba_TA:',
    Object.fromEntries(ictTypes.map(type => [type, ictTypeText(type)])),
    ITS,
  ),
  activity: list('Actividad autorizada', 'eba_TA:', activities),
  yesNo: list('Sí o no', 'eba_BT:', { x28: 'Sí', x29: 'No' }),
  yesNoUnknown: list('Sí, no o sin evaluar', 'eba_BT:', { x28: 'Sí', x29: 'No', x21: 'Sin evaluar' }),
  sensitivity: list('Sensibilidad de los datos', 'eba_ZZ:', { x791: 'Baja', x792: 'Media', x793: 'Alta' }),
  reliance: list('Dependencia del servicio', 'eba_ZZ:', {
    x794: 'No significativa',
    x795: 'Baja',
    x796: 'Material',
    x797: 'Total',
  }),
  substitutability: list('Sustituibilidad', 'eba_ZZ:', {
    x959: 'No sustituible',
    x960: 'Muy compleja',
    x961: 'De complejidad media',
    x962: 'Fácil',
  }),
  noSubstituteReason: list('Por qué no es sustituible', 'eba_ZZ:', {
    x963: 'No hay alternativas reales',
    x964: 'Dificultad para migrar o reintegrar',
    x965: 'Ambas',
  }),
  reintegration: list('Reintegración', 'eba_ZZ:', {
    x798: 'Fácil',
    x966: 'Difícil',
    x967: 'Muy compleja',
    x0: 'No aplicable',
  }),
  impact: list('Impacto de la interrupción', 'eba_ZZ:', { ...impactLevels, x799: 'Sin evaluar' }),
  personType: list('Tipo de persona', 'eba_CT:', { x212: 'Persona jurídica', x213: 'Persona física en su actividad' }),
  userNature: list('Naturaleza del usuario', 'eba_ZZ:', { x838: 'Sucursal', x839: 'No es una sucursal' }),
}
