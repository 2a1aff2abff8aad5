import type { CompanyKey } from '#server/demo/people.ts'
import { ago, type Seeding } from '#server/demo/seeding.ts'

/** Two banks ask CCI for one provider, and one for another that CCI has declined. */
const asks: readonly {
  by: CompanyKey
  name: string
  cif: string
  email: string
  reason: string
  askedAgo: number
  declined?: string
}[] = [
  {
    by: 'cajamar',
    name: 'Nube del Tajo, S.A.',
    cif: 'A87632105',
    email: 'cumplimiento@nubedeltajo.example',
    reason: 'Alojará las copias de seguridad de la banca electrónica.',
    askedAgo: 6,
  },
  {
    by: 'santander',
    name: 'Nube del Tajo',
    cif: 'A87632105',
    email: 'ventas@nubedeltajo.example',
    reason: 'Ya nos presta servicio en otra sociedad del grupo.',
    askedAgo: 2,
  },
  {
    by: 'cajamar',
    name: 'Nordwolke GmbH',
    cif: 'N0012345E',
    email: 'kontakt@nordwolke.example',
    reason: 'Correo de las oficinas en Alemania.',
    askedAgo: 40,
    declined: 'Solo presta servicios de correo postal, que no se califican.',
  },
]

/** What CCI says of two of the documents that it asks for. */
const helps: readonly (readonly [document: string, text: string])[] = [
  ['Escritura de constitución', 'La inscrita en el Registro Mercantil, con sus modificaciones. Vale una copia simple.'],
  ['Plan de continuidad de negocio', 'El vigente, con la fecha de su última prueba.'],
]

export async function addAsksAndHelp(seeding: Seeding): Promise<void> {
  const { tx, idsOf, cciUser } = seeding
  for (const { by, askedAgo, declined, ...asked } of asks) {
    const { participant, user } = idsOf(by)
    await tx.db
      .insertInto('invitation_request')
      .values({
        id: tx.newId(),
        entity_id: participant,
        requested_by: user,
        ...asked,
        status: declined ? 'DECLINED' : 'ASKED',
        asked_at: ago(seeding, askedAgo),
        ...(declined ? { decision_reason: declined, decided_by: cciUser, decided_at: ago(seeding, askedAgo - 3) } : {}),
      })
      .execute()
  }
  const { id } = await tx.db
    .selectFrom('document_catalogue')
    .select('id')
    .where('type', '=', 'PROVIDER')
    .executeTakeFirstOrThrow()
  for (const [document_name, help_text] of helps) {
    await tx.db.insertInto('document_help').values({ catalogue_id: id, document_name, help_text }).execute()
  }
}
