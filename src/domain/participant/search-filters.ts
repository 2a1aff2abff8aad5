import { documentationMachine } from '#domain/states/documentation.ts'
import { statusFilterOptions } from '#domain/validation/validation.ts'

/** The options of the incident filter, in its words: '-' is a provider without incidents (LIM-36). */
export const incidentFilterOptions = [
  { value: 'OPEN', label: 'Abierta' },
  { value: 'CLOSED', label: 'Cerrada' },
  { value: '-', label: '-' },
] as const

/** The options of the favourites filter, 'Si' first (LIM-37); it applies only when one is chosen (D52). */
export const favouriteFilterOptions = [
  { value: 'true', label: 'Si' },
  { value: 'false', label: 'No' },
] as const

/** Of the statuses of the filter, those that a documentation can have: what entities and evaluators are filtered by. */
export const documentationFilterOptions = statusFilterOptions.filter(({ value }) =>
  documentationMachine.states.some(state => state === value),
)
