import type { FieldValues } from '#domain/conflict/conflict.ts'
import { msg, t } from '#domain/language/translate.ts'
import {
  COMPANY_NAME_MAX,
  OTHER_CODE_MAX,
  otherCodeLabels,
  otherCodeTypes,
  personTypeLabels,
  personTypes,
} from '#domain/participant/company/company.ts'
import { ictTypeChoices, ictTypeText, isIctType } from '#domain/participant/company/ict-type.ts'
import type { FactsIctType } from '#domain/participant/company/service-facts.ts'
import { NO_ICT } from '#domain/participant/company/service-facts.ts'
import type { Choices, RecordFields, ValuesOf } from '#domain/record/field.ts'
import { allCountries } from '#domain/record/field.ts'
import { fieldLabels, fieldWords } from '#domain/record/words.ts'

const CODE_MAX = 100

const labelled =
  <Code extends string>(name: string, codes: readonly Code[], labels: Readonly<Record<Code, string>>) =>
  (): Choices<Code> => ({ name, values: codes.map(code => ({ code, label: t(labels[code]) })) })

const personType = labelled(msg('Clase de persona'), personTypes, personTypeLabels)
const otherCodeType = labelled(msg('Clase del otro código'), otherCodeTypes, otherCodeLabels)

/** How a provider is named in its clients' registers (DORA-01, DORA-06). */
export const registerIdentityFields = {
  lei: {
    label: 'LEI',
    kind: 'code',
    max: CODE_MAX,
    hint: msg(
      'El identificador internacional de su organización: 20 letras y cifras. Es lo primero que pide el registro.',
    ),
  },
  leiRenewalOn: {
    label: msg('Renovación del LEI'),
    kind: 'day',
    hint: msg('Hasta cuándo está pagado: caducado, el registro lo rechaza. El portal le avisa antes.'),
  },
  euid: {
    label: 'EUID',
    kind: 'code',
    max: CODE_MAX,
    hint: msg('Su número en la red europea de registros mercantiles. Sirve si no tiene LEI. Ejemplo: ESRMC.B12345'),
  },
  personType: {
    label: msg('Clase de persona'),
    kind: 'choice',
    choices: personType,
    hint: msg('El registro distingue empresas de personas que ejercen una actividad.'),
  },
  otherCodeType: {
    label: msg('Clase del otro código'),
    kind: 'choice',
    choices: otherCodeType,
    hint: msg('Una persona física sin LEI ni EUID se identifica con uno de estos.'),
  },
  otherCode: { label: msg('Otro código'), kind: 'code', max: OTHER_CODE_MAX },
  country: {
    label: msg('País de la sede'),
    kind: 'choice',
    choices: allCountries,
    hint: msg('Donde está domiciliada su organización; el EUID ha de ser de ese país.'),
  },
  latinName: {
    label: msg('Nombre en letras latinas'),
    kind: 'text',
    max: COMPANY_NAME_MAX,
    hint: msg('Su denominación social sin otros alfabetos, como debe figurar en el registro.'),
  },
} as const satisfies RecordFields

export const identityLabels = fieldLabels(registerIdentityFields, { parent: msg('Matriz última') })

type Given = {
  [K in keyof ValuesOf<typeof registerIdentityFields>]?: ValuesOf<typeof registerIdentityFields>[K] | undefined
}
/** An identity in words, as a conflict shows it; only the given fields. */
export const factsOfIdentity = ({ parent, ...identity }: Given & { parent?: string }): FieldValues => ({
  ...fieldWords(registerIdentityFields, identity),
  ...(parent === undefined ? {} : { parent }),
})

export const typeText = (type: string): string =>
  type === NO_ICT ? t('No es un servicio TIC') : isIctType(type) ? ictTypeText(type) : type

const serviceTypes = (): Choices<FactsIctType> => ({
  ...ictTypeChoices(),
  values: [...ictTypeChoices().values, { code: NO_ICT, label: typeText(NO_ICT) }],
})

/** What a provider says of a service for its clients' registers (DORA-01, DORA-06). */
export const serviceFactFields = {
  ictType: {
    label: msg('Tipo de servicio TIC'),
    kind: 'choice',
    choices: serviceTypes,
    hint: msg('El de la lista del registro europeo. Si no es TIC, dígalo: no entra en el registro.'),
  },
  provisionCountries: {
    label: msg('Países desde los que se presta'),
    kind: 'countries',
    hint: msg('Donde trabaja quien presta el servicio.'),
  },
  holdsData: {
    label: msg('Guarda datos'),
    kind: 'flag',
    hint: msg('Si el servicio conserva datos de la entidad o de sus clientes.'),
  },
  storageCountries: {
    label: msg('Países donde se guardan los datos'),
    kind: 'countries',
    hint: msg('Donde están los datos en reposo, copias incluidas.'),
  },
  processingCountries: {
    label: msg('Países donde se tratan los datos'),
    kind: 'countries',
    hint: msg('Desde donde se accede a ellos o se procesan.'),
  },
} as const satisfies RecordFields

export const serviceFactsLabels = fieldLabels(serviceFactFields)

export const factsOfService = (facts: object): FieldValues => fieldWords(serviceFactFields, facts)

/** A company outside the portal, as those who name it write it (CHAIN-02, DORA-08). */
export const companyFields = {
  name: {
    label: msg('Nombre de la empresa'),
    kind: 'text',
    max: COMPANY_NAME_MAX,
    required: msg('Escriba el nombre de la empresa'),
  },
  country: {
    label: msg('País de la sede'),
    kind: 'choice',
    choices: allCountries,
    required: msg('Elija el país de la sede'),
  },
  lei: {
    label: 'LEI',
    kind: 'code',
    max: CODE_MAX,
    hint: msg('20 letras y cifras. Con él es la misma empresa para todos los que la nombran.'),
  },
  euid: {
    label: 'EUID',
    kind: 'code',
    max: CODE_MAX,
    hint: msg('Su número en la red europea de registros: ESHRM.M-123456.'),
  },
  latinName: { label: msg('Nombre en letras latinas'), kind: 'text', max: COMPANY_NAME_MAX },
  otherCode: { label: msg('Otro código'), kind: 'code', max: OTHER_CODE_MAX },
  otherCodeType: { label: msg('Clase del otro código'), kind: 'choice', choices: otherCodeType },
  personType: {
    label: msg('Clase de persona'),
    kind: 'choice',
    choices: personType,
    required: msg('Elija la clase de persona'),
  },
} as const satisfies RecordFields

export const companyLabels = fieldLabels(companyFields, { parent: msg('Matriz última') })
