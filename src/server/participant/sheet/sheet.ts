import type { Actor } from '#domain/identity/roles.ts'
import type { ParticipantWire } from '#domain/participant/contract.ts'
import { displayName } from '#domain/participant/participant.ts'
import { formatInstant } from '#domain/values/day.ts'
import type { MadeAnswer } from '#server/http/route.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { sheetParts } from '#server/participant/sheet/content.ts'
import { sheetPdf } from '#server/participant/sheet/pdf.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** A provider's sheet as PDF, with what the actor may read of it today. */
export async function sheetFile(app: AppContext, db: Db, actor: Actor, provider: ParticipantWire): Promise<MadeAnswer> {
  const now = app.clock.now()
  const { display_name: organisation } = await db
    .selectFrom('participant')
    .select('display_name')
    .where('id', '=', actor.participantId)
    .executeTakeFirstOrThrow()
  const name = displayName(provider)
  const parts = await sheetParts(db, actor, provider, app.clock.today())
  const bytes = await sheetPdf(
    {
      title: name,
      subtitle: ['Ficha de proveedor', provider.cif].filter(Boolean).join(' · '),
      at: now,
      made: `${app.settings.productName} · emitida el ${formatInstant(now)} (hora de Madrid) para ${organisation}`,
    },
    parts,
  )
  return { name: `ficha ${name}.pdf`, bytes, mediaType: 'application/pdf' }
}
