import { valueIn } from '#domain/values/certain.ts'
import { addDays } from '#domain/values/day.ts'
import { leiOf } from '#domain/values/lei.ts'
import type { CompanyKey } from '#server/demo/people.ts'
import { ago, type Seeding } from '#server/demo/seeding.ts'
import { after, MINUTE } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'

/** An invented LEI with right check digits. */
const demoLei = (n: number) => leiOf(`959800DEMOALMOTA${String(n).padStart(2, '0')}`)

type Facts = { service: string; ictType: string; country?: string; holdsData?: boolean }
type Identity = { provider: CompanyKey; lei: number | null; euid?: string; renewalIn?: number; facts: Facts }

/** What providers have said of themselves: one has let its LEI lapse, one has said nothing of where it works. */
const identities: readonly Identity[] = [
  {
    provider: 'cantera',
    lei: 1,
    renewalIn: 220,
    facts: { service: 'Alojamiento en nube', ictType: 'S17', country: 'ES', holdsData: true },
  },
  {
    provider: 'tramontana',
    lei: null,
    euid: 'ES28065.004721',
    facts: { service: 'Custodia documental', ictType: 'S09', country: 'ES', holdsData: true },
  },
  { provider: 'mirlo', lei: 2, renewalIn: -12, facts: { service: 'Firma electrónica', ictType: 'S19' } },
  {
    provider: 'lumbre',
    lei: 3,
    renewalIn: 90,
    facts: { service: 'Atención telefónica', ictType: 'S03', country: 'ES', holdsData: false },
  },
]

/** The fifth lacks the day of its assessment, and the sixth was not assessed yet. */
const functions: readonly [code: string, name: string, activity: string, critical: string | null][] = [
  ['F1', 'Pagos y transferencias', 'x28', 'x28'],
  ['F2', 'Banca digital', 'x162', 'x28'],
  ['F3', 'Contratación a distancia', 'x163', 'x28'],
  ['F4', 'Préstamo hipotecario', 'x163', 'x28'],
  ['F5', 'Gestión de expedientes', 'x163', 'x29'],
  ['F6', 'Atención al cliente', 'x162', null],
]

type DemoContract = {
  reference: string
  with: CompanyKey | null
  cost: number | null
  since: number
}
/** The fourth is with a company outside the portal. */
const contracts: readonly DemoContract[] = [
  { reference: 'CT-2022-014', with: 'tramontana', cost: 186_000, since: 1500 },
  { reference: 'CT-2023-007', with: 'cantera', cost: 1_240_000, since: 1100 },
  { reference: 'CT-2024-021', with: 'mirlo', cost: null, since: 700 },
  { reference: 'CT-2025-003', with: null, cost: 412_500.5, since: 400 },
]

/** The contract without ICT services, which no file of DORA has. Who approved it is still to be written. */
const cash = {
  outsourced: 'Transporte y recuento de efectivo de las oficinas y los cajeros',
  category: 'Efectivo',
  data: 'Importes y direcciones de las oficinas',
  personalData: false,
  contact: 'Calle del Molino 4, Zaragoza; operaciones@furgones.example',
  serviceCountries: ['ES'],
  isCritical: true,
  criticalReason: 'Sin efectivo no funcionan las oficinas ni los cajeros.',
  isOfGroup: false,
  riskResult: 'Riesgo medio: hay otros dos proveedores en cada provincia.',
  ease: 'DIFFICULT',
  canReturn: false,
  cessation: 'Los cajeros se agotan en tres días.',
  otherProviders: 'Otras dos empresas de seguridad autorizadas',
  isUrgent: true,
  hasExitPlan: true,
}

type DemoLine = { contract: string; function: string; use: [CompanyKey, string] | null; more?: object }
/** The line of the company outside lacks its type of ICT service, without which the authority refuses the file. */
const lines: readonly DemoLine[] = [
  { contract: 'CT-2023-007', function: 'F2', use: ['cantera', 'Alojamiento en nube'] },
  { contract: 'CT-2023-007', function: 'F1', use: ['cantera', 'Alojamiento en nube'] },
  { contract: 'CT-2022-014', function: 'F4', use: ['tramontana', 'Custodia documental'] },
  {
    contract: 'CT-2024-021',
    function: 'F3',
    use: ['mirlo', 'Firma electrónica'],
    more: { provision_countries: ['ES'], holds_data: false, exit_plan: null },
  },
  {
    contract: 'CT-2025-003',
    function: 'F1',
    use: null,
    more: { provision_countries: ['ES'], holds_data: false, processing_countries: ['ES'] },
  },
]

/** What a provider says for the registers of its clients, unless it has said it already. */
async function addIdentities({ tx, idsOf, serviceIdOf }: Seeding): Promise<void> {
  for (const { provider, lei, euid = null, renewalIn, facts } of identities) {
    const participantId = idsOf(provider).participant
    const countries = facts.country ? [facts.country] : []
    await tx.db
      .insertInto('company_identity')
      .values({
        participant_id: participantId,
        lei: lei === null ? null : demoLei(lei),
        lei_renewal_on: renewalIn === undefined ? null : addDays(tx.today, renewalIn),
        euid,
        person_type: 'LEGAL',
        country: 'ES',
        version: 1,
      })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await tx.db
      .insertInto('service_facts')
      .values({
        id: tx.newId(),
        participant_id: participantId,
        service_id: serviceIdOf(facts.service),
        ict_type: facts.ictType,
        provision_countries: countries,
        holds_data: facts.holdsData ?? null,
        storage_countries: facts.holdsData ? countries : [],
        processing_countries: countries,
        version: 1,
      })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
}

/** The demo bank's register: four contracts of ICT services and one of none, six functions, and eleven faults; one blocks. */
export async function addRegister(seeding: Seeding): Promise<void> {
  const { tx, idsOf } = seeding
  const bank = idsOf('cajamar').participant
  const begun = ago(seeding, 60)
  const dayAgo = (days: number) => addDays(tx.today, -days)
  await addIdentities(seeding)
  await tx.db
    .insertInto('register_entity')
    .values({
      entity_id: bank,
      lei: demoLei(90),
      lei_renewal_on: addDays(tx.today, 200),
      country: 'ES',
      type: 'x12',
      authority: 'Banco de España',
      hierarchy: 'x21',
      currency: 'EUR',
      created_on: dayAgo(60),
      changed_on: dayAgo(9),
    })
    .execute()
  const functionIds = await addFunctions(seeding, bank, begun)
  const contractIds = await addContracts(seeding, bank, begun)
  const uses = await tx.db
    .selectFrom('service_use')
    .select(['id', 'provider_id', 'service_id'])
    .where('entity_id', '=', bank)
    .where('until', 'is', null)
    .execute()
  const useOf = ([provider, service]: [CompanyKey, string]) =>
    uses.find(
      each => each.provider_id === idsOf(provider).participant && each.service_id === seeding.serviceIdOf(service),
    )!.id
  await tx.db
    .insertInto('arrangement_line')
    .values(
      lines.map(({ contract, function: code, use, more }, index) => {
        const at = after(begun, (20 + index) * MINUTE)
        return {
          id: newId(at),
          arrangement_id: valueIn(contractIds, contract),
          use_id: use && useOf(use),
          function_id: valueIn(functionIds, code),
          sensitivity: 'x793',
          reliance: 'x796',
          substitutability: 'x961',
          own_audit_on: dayAgo(250),
          exit_plan: true,
          reintegration: 'x966',
          impact: 'x793',
          alternatives: 'x28',
          alternative_names: 'Otro proveedor del mercado',
          created_at: at,
          ...more,
        }
      }),
    )
    .execute()
  tx.record({
    event: 'register-entity.saved',
    object: { kind: 'register-entity', id: bank },
    participantId: bank,
    tell: false,
  })
}

async function addFunctions({ tx }: Seeding, bank: string, begun: string): Promise<Map<string, string>> {
  const values = functions.map(([code, name, activity, critical], index) => {
    const isCritical = critical === 'x28'
    const at = after(begun, index * MINUTE)
    return {
      id: newId(at),
      entity_id: bank,
      code,
      name,
      activity,
      critical,
      reason: isCritical ? 'Sin ella no se atiende a los clientes.' : '',
      assessed_on: code === 'F5' ? null : addDays(tx.today, -180),
      rto_hours: isCritical ? 4 : 0,
      rpo_hours: isCritical ? 1 : 0,
      impact: isCritical ? 'x793' : 'x791',
      created_at: at,
    }
  })
  await tx.db.insertInto('business_function').values(values).execute()
  return new Map(values.map(({ code, id }) => [code, id]))
}

async function addContracts({ tx, idsOf }: Seeding, bank: string, begun: string): Promise<Map<string, string>> {
  const company = newId(begun)
  await tx.db
    .insertInto('company')
    .values({
      id: company,
      owner_id: bank,
      name: 'Almenara Redes, S.A.',
      latin_name: '',
      lei: demoLei(50),
      country: 'ES',
      person_type: 'LEGAL',
      created_at: begun,
    })
    .execute()
  const values = contracts.map(({ reference, with: provider, cost, since }, index) => {
    const at = after(begun, (10 + index) * MINUTE)
    return {
      id: newId(at),
      entity_id: bank,
      reference,
      type: 'x1',
      provider_id: provider === null ? null : idsOf(provider).participant,
      company_id: provider === null ? company : null,
      currency: 'EUR',
      annual_cost: cost === null ? null : Math.round(cost * 100),
      starts_on: addDays(tx.today, -since),
      notice_entity_days: 90,
      notice_provider_days: 180,
      law_country: 'ES',
      created_at: at,
    }
  })
  const at = after(begun, 15 * MINUTE)
  const furgones = newId(at)
  await tx.db
    .insertInto('company')
    .values({
      id: furgones,
      owner_id: bank,
      name: 'Furgones del Ebro, S.A.',
      latin_name: '',
      country: 'ES',
      person_type: 'LEGAL',
      created_at: at,
    })
    .execute()
  const other = {
    ...values[0]!,
    id: newId(at),
    reference: 'CT-2025-018',
    kind: 'OTHER',
    outsourcing: JSON.stringify({
      ...cash,
      criticalityOn: addDays(tx.today, -150),
      riskOn: addDays(tx.today, -150),
      lastAuditOn: addDays(tx.today, -320),
      nextAuditOn: addDays(tx.today, 45),
    }),
    type: null,
    provider_id: null,
    company_id: furgones,
    annual_cost: 96_000_00,
    starts_on: addDays(tx.today, -300),
    created_at: at,
  }
  await tx.db
    .insertInto('arrangement')
    .values([...values, other])
    .execute()
  return new Map(values.map(({ reference, id }) => [reference, id]))
}
