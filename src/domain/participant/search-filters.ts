import { documentationMachine } from '#domain/states/documentation.ts'
import { statusFilterOptions } from '#domain/validation/validation.ts'

/** Options of the incident filter with their labels: '-' is a provider without incidents (LIM-36). */
export const incidentFilterOptions = [
  { value: 'OPEN', label: 'Abierta' },
  { value: 'CLOSED', label: 'Cerrada' },
  { value: '-', label: '-' },
] as const

/** Options of the favourites filter, 'Si' first (LIM-37); the filter applies only when one option is chosen (D52). */
export const favouriteFilterOptions = [
  { value: 'true', label: 'Si' },
  { value: 'false', label: 'No' },
] as const

/** The status filter options that a documentation can have: those for entities and evaluators. */
export const documentationFilterOptions = statusFilterOptions.filter(({ value }) =>
  documentationMachine.states.some(state => state === value),
)
