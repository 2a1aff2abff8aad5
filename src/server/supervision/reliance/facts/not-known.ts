import type { Gatherer } from '#server/supervision/reliance/facts/gathering.ts'
import { factOf } from '#server/supervision/reliance/facts/gathering.ts'

/** What the portal does not keep yet: the file says so. */
export const unknownFacts: Gatherer = async () => [
  factOf('d', 'findings', 'Hallazgos abiertos', null),
  factOf('e', 'independence', 'Declaración de independencia', null),
  factOf('e', 'rotation', 'Calificaciones seguidas del mismo evaluador', null),
  factOf('plan', 'own-audits', 'Auditorías propias anotadas', null),
]
