import type { IctType } from '#domain/participant/company/ict-type.ts'
import { valueIn } from '#domain/values/certain.ts'
import { addDays } from '#domain/values/day.ts'
import { leiOf } from '#domain/values/lei.ts'
import type { CompanyKey } from '#server/demo/people.ts'
import { ago, type Seeding } from '#server/demo/seeding.ts'
import { newId } from '#server/platform/ids.ts'

/** Invented, as all companies of the demo world. Their LEI have the prefix of no issuer. */
const outside = {
  abantos: ['Abantos Centros de Datos, S.A.', 'ES'],
  aljarafe: ['Aljarafe Energía y Clima, S.L.', 'ES'],
  cierzo: ['Cierzo Redes, S.A.', 'ES'],
  liffey: ['Liffey Backup Ltd', 'IE'],
  brumario: ['Brumario Soporte, Lda.', 'PT'],
} as const
type OutsideKey = keyof typeof outside

type DemoLink = {
  key: string
  provider: CompanyKey
  service: string
  /** A company outside, or a participant. */
  who: OutsideKey | CompanyKey
  /** The link that takes its work; absent: the provider. */
  of?: string
  type: IctType
  does: string
  underpins?: true
  data?: true
  countries: string[]
  /** Days since it began; negative when it is to begin. */
  since: number
}

const cloud = { provider: 'cantera', service: 'Alojamiento en nube' } as const
const archive = { provider: 'tramontana', service: 'Custodia documental' } as const
const signing = { provider: 'mirlo', service: 'Firma electrónica' } as const

/** A chain of three ranks with a change to come, and two others that stand on the same data centre. */
const links: readonly DemoLink[] = [
  {
    ...{ ...cloud, key: 'centre', who: 'abantos', type: 'S07', does: 'Centro de datos principal, en Coslada' },
    ...{ underpins: true, data: true, countries: ['ES'], since: 1400 },
  },
  {
    ...{ ...cloud, key: 'power', who: 'aljarafe', of: 'centre', type: 'S14', does: 'Energía y clima de las salas' },
    ...{ underpins: true, countries: ['ES'], since: 900 },
  },
  {
    ...{ ...cloud, key: 'net', who: 'cierzo', type: 'S10', does: 'Fibra entre los dos centros' },
    ...{ underpins: true, countries: ['ES', 'PT'], since: 1100 },
  },
  {
    ...{ ...cloud, key: 'copies', who: 'liffey', type: 'S09', does: 'Segunda copia, cifrada' },
    ...{ underpins: true, data: true, countries: ['IE'], since: -40 },
  },
  {
    ...{ ...archive, key: 'vault', who: 'abantos', type: 'S07', does: 'Sala de servidores del archivo digital' },
    ...{ underpins: true, data: true, countries: ['ES'], since: 700 },
  },
  {
    ...{ ...archive, key: 'desk', who: 'brumario', type: 'S03', does: 'Atención a usuarios fuera de horario' },
    ...{ countries: ['PT'], since: 300 },
  },
  {
    ...{ ...signing, key: 'platform', who: 'cantera', type: 'S18', does: 'Plataforma en la que se ejecuta la firma' },
    ...{ underpins: true, data: true, countries: ['ES'], since: 500 },
  },
  {
    ...{ ...signing, key: 'house', who: 'abantos', of: 'platform', type: 'S07', does: 'Alojamiento de la plataforma' },
    ...{ underpins: true, countries: ['ES'], since: 500 },
  },
]

/** What demo providers have declared about who works for them, and what the demo bank thinks of it. */
export async function addChains(seeding: Seeding): Promise<void> {
  const { tx, idsOf, serviceIdOf } = seeding
  const at = ago(seeding, 110)
  const companies = new Map(Object.keys(outside).map(key => [key, newId(at)]))
  await tx.db
    .insertInto('company')
    .values(
      Object.entries(outside).map(([key, [name, country]], index) => ({
        ...{ id: valueIn(companies, key), owner_id: null, name, country, created_at: at },
        lei: leiOf(`9598DEMO${String(index + 1).padStart(10, '0')}`),
      })),
    )
    .execute()
  const made = new Map(links.map(({ key }) => [key, newId(at)]))
  for (const { key, provider, service, who, of, type, does, underpins, data, countries, since } of links) {
    const id = valueIn(made, key)
    const company = companies.get(who) ?? null
    await tx.db
      .insertInto('subcontract')
      .values({
        ...{ id, provider_id: idsOf(provider).participant, service_id: serviceIdOf(service) },
        ...{ company_id: company, participant_id: company ? null : idsOf(who as CompanyKey).participant },
        ...{ recipient_id: of ? valueIn(made, of) : null, ict_type: type, description: does },
        ...{ underpins: underpins ?? false, handles_data: data ?? false, countries },
        ...{ since: addDays(tx.today, -since), created_at: at },
      })
      .execute()
    tx.record({
      ...{ event: 'subcontract.declared', object: { kind: 'subcontract', id } },
      ...{ participantId: idsOf(provider).participant, tell: false },
    })
  }
  await addConfirmations(seeding)
  await addIdentity(seeding)
  await addStance(seeding, valueIn(made, 'centre'))
}

/** One chain was confirmed this year, and one more than a year ago. */
async function addConfirmations(seeding: Seeding): Promise<void> {
  const { tx, idsOf, serviceIdOf } = seeding
  const confirmed = [
    { ...cloud, days: 100 },
    { ...archive, days: 400 },
  ]
  await tx.db
    .insertInto('chain_confirmation')
    .values(
      confirmed.map(({ provider, service, days }) => ({
        ...{ provider_id: idsOf(provider).participant, service_id: serviceIdOf(service) },
        ...{ confirmed_by: idsOf(provider).user, confirmed_at: ago(seeding, days) },
      })),
    )
    .execute()
}

/** How one provider is named in the registers of its clients; its LEI is to be renewed in some months. */
async function addIdentity({ tx, idsOf, serviceIdOf }: Seeding): Promise<void> {
  const provider = idsOf('cantera').participant
  await tx.db
    .insertInto('company_identity')
    .values({
      ...{ participant_id: provider, lei: leiOf('9598DEMO0000000100'), lei_renewal_on: addDays(tx.today, 130) },
      ...{ person_type: 'LEGAL', country: 'ES', latin_name: 'Cantera Nube, S.L.', version: 1 },
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await tx.db
    .insertInto('service_facts')
    .values({
      ...{ id: tx.newId(), participant_id: provider, service_id: serviceIdOf(cloud.service), ict_type: 'S17' },
      ...{ provision_countries: ['ES'], holds_data: true, storage_countries: ['ES'], processing_countries: [] },
      version: 1,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** The demo bank has a stance on the data centre, and none yet on the change to come. */
async function addStance(seeding: Seeding, subcontractId: string): Promise<void> {
  const { tx, idsOf, serviceIdOf } = seeding
  const bank = idsOf('cajamar')
  const use = await tx.db
    .selectFrom('service_use')
    .select('id')
    .where('entity_id', '=', bank.participant)
    .where('provider_id', '=', idsOf(cloud.provider).participant)
    .where('service_id', '=', serviceIdOf(cloud.service))
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('chain_stance')
    .values({
      ...{ use_id: use.id, subcontract_id: subcontractId, stance: 'NO_OBJECTION' },
      ...{ text: 'Visitado en marzo. Hay un segundo centro a 40 km.', noted_by: bank.user, at: ago(seeding, 60) },
    })
    .execute()
}
