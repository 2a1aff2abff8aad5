import { texts } from '#domain/language/texts.ts'
import { msg } from '#domain/language/translate.ts'
import type { Choices } from '#domain/record/field.ts'

/**
 * The types of ICT services that Implementing Regulation (EU) 2024/2956, annex III, counts. Providers choose one, and
 * the register of information carries it.
 */
export const ictTypeLabels = texts({
  S01: 'Gestión de proyectos de TIC',
  S02: 'Desarrollo de TIC',
  S03: 'Asistencia y primer nivel de soporte',
  S04: 'Gestión de la seguridad de las TIC',
  S05: 'Suministro de datos',
  S06: 'Análisis de datos',
  S07: 'Instalaciones y alojamiento, sin nube',
  S08: 'Computación, sin nube',
  S09: 'Almacenamiento de datos, sin nube',
  S10: 'Operador de telecomunicaciones',
  S11: 'Infraestructura de red',
  S12: 'Hardware y dispositivos físicos',
  S13: 'Licencias de software, sin SaaS',
  S14: 'Operación y mantenimiento de TIC',
  S15: 'Consultoría de TIC',
  S16: 'Gestión del riesgo de las TIC',
  S17: 'Nube: infraestructura (IaaS)',
  S18: 'Nube: plataforma (PaaS)',
  S19: 'Nube: software (SaaS)',
})
export type IctType = keyof typeof ictTypeLabels
export const ictTypes = Object.keys(ictTypeLabels) as [IctType, ...IctType[]]

export const isIctType = (text: string): text is IctType => Object.hasOwn(ictTypeLabels, text)

/** 'S17 · Nube: infraestructura (IaaS)'. */
export const ictTypeText = (type: IctType): string => `${type} · ${ictTypeLabels[type]}`

/** The types as a form offers them. */
export const ictTypeChoices = (): Choices<IctType> => ({
  name: msg('Tipo de servicio TIC'),
  values: ictTypes.map(code => ({ code, label: ictTypeText(code) })),
})
