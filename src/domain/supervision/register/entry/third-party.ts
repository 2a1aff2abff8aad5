import type { RecordFields, ValuesOf } from '#domain/record/field.ts'

/** What a contract of the register is of: ICT services, which are filed, or none, which the guidelines ask about (REG-27). */
export const contractKinds = ['ICT', 'OTHER'] as const
export type ContractKind = (typeof contractKinds)[number]
export const contractKindLabels: Readonly<Record<ContractKind, string>> = {
  ICT: 'Con servicios de TIC',
  OTHER: 'Sin servicios de TIC',
}

const ease = {
  name: 'Sustituibilidad',
  values: [
    { code: 'EASY', label: 'Fácil' },
    { code: 'DIFFICULT', label: 'Difícil' },
    { code: 'IMPOSSIBLE', label: 'Imposible' },
  ],
} as const

/** What only a contract without ICT services says, beside what all contracts do. */
export const thirdPartyFields = {
  outsourced: { label: 'Función externalizada', kind: 'text', max: 300, hint: 'Qué hace el tercero, en una frase.' },
  category: { label: 'Categoría', kind: 'text', max: 100, hint: 'La de su entidad: efectivo, archivo, control.' },
  data: { label: 'Datos que se le confían', kind: 'text', max: 300, hint: '«Ninguno» si no se le confía ninguno.' },
  personalData: { label: 'Trata datos personales', kind: 'flag' },
  contact: { label: 'Domicilio y contacto', kind: 'text', max: 300 },
  serviceCountries: { label: 'Países del servicio', kind: 'countries' },
  dataCountries: { label: 'Países de los datos', kind: 'countries' },
  isCritical: { label: 'Esencial o importante', kind: 'flag' },
  criticalReason: { label: 'Por qué es esencial o no', kind: 'text', max: 300 },
  criticalityOn: { label: 'Evaluación de si es esencial', kind: 'day' },
  groupUsers: { label: 'Entidades del grupo que lo usan', kind: 'text', max: 300 },
  isOfGroup: {
    label: 'Del mismo grupo',
    kind: 'flag',
    hint: 'Si el tercero o un subcontratista es del grupo, o de sus entidades.',
  },
  riskOn: { label: 'Última evaluación de riesgos', kind: 'day' },
  riskResult: { label: 'Resultado de esa evaluación', kind: 'text', max: 300 },
  approvedBy: { label: 'Quién lo aprobó', kind: 'text', max: 100, hint: 'Persona u órgano de su entidad.' },
  lastAuditOn: { label: 'Última auditoría', kind: 'day' },
  nextAuditOn: { label: 'Próxima auditoría', kind: 'day' },
  subcontractors: {
    label: 'Subcontratistas de partes importantes',
    kind: 'text',
    max: 1000,
    hint: 'De cada uno: nombre, país, y países del servicio y de los datos.',
  },
  ease: { label: 'Sustituir al tercero', kind: 'choice', choices: () => ease },
  canReturn: { label: 'Puede volver a su entidad', kind: 'flag' },
  cessation: { label: 'Impacto de dejar de prestarla', kind: 'text', max: 300 },
  otherProviders: { label: 'Otros proveedores posibles', kind: 'text', max: 300 },
  isUrgent: { label: 'Sustenta operaciones sensibles al tiempo', kind: 'flag' },
  hasExitPlan: { label: 'Plan de salida documentado', kind: 'flag' },
} as const satisfies RecordFields
export type ThirdPartyValues = ValuesOf<typeof thirdPartyFields>
