import type { Db } from '#server/platform/database/connect.ts'
import type { Places } from '#test/support/screens.ts'

/** The objects of the demo world that the screens are about; the provider's own incident and the bank's webhook are added afterwards. */
export async function placesOf(db: Db): Promise<Omit<Places, 'ownIncident' | 'webhook'>> {
  const rows = await db
    .selectFrom('validation as v')
    .innerJoin('participant as p', 'p.id', 'v.participant_id')
    .leftJoin('service as s', 's.id', 'v.service_id')
    .select(['v.id', 'v.participant_id', 'v.kind', 'p.name', 's.description'])
    .execute()
  const at = (name: string, service: string | null = null) => {
    const row = rows.find(each => each.name?.startsWith(name) && each.description === service)!
    return { ...row, key: `${row.participant_id}-${row.id}` }
  }
  const incident = await db
    .selectFrom('incident')
    .select(['id', 'provider_id'])
    .where('title', '=', 'Parada de la línea de ensobrado')
    .executeTakeFirstOrThrow()
  const evaluation = await db
    .selectFrom('assessment')
    .select('id')
    .where('status', '=', 'PUBLISHED')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  const relianceFile = await db
    .selectFrom('reliance_file')
    .select('id')
    .where('status', '=', 'SIGNED')
    .orderBy('signed_at')
    .executeTakeFirst()
  return {
    provider: at('Cantera').participant_id,
    documentation: at('Cantera').key,
    ownDocumentation: at('Tramontana').key,
    sentDocumentation: at('Hontanar').key,
    pendingReport: at('Arcadio', 'Transporte de valija').key,
    scoredReport: at('Cantera', 'Alojamiento en nube').key,
    rejectedRequest: at('Tramontana', 'Destrucción confidencial').id,
    renewable: at('Tramontana', 'Custodia documental').id,
    evaluation: evaluation?.id ?? '',
    draftEvaluation: at('Tramontana', 'Custodia documental').id,
    undeclared: at('Mirlo', 'Firma electrónica').id,
    relianceFile: relianceFile?.id ?? '',
    incident: `${incident.provider_id}-${incident.id}`,
  }
}
