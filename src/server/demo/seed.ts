import { valueIn } from '#domain/values/certain.ts'
import { ensureCci } from '#server/app/centre.ts'
import { demoDocuments, demoServices } from '#server/demo/catalogue.ts'
import type { CompanyKey } from '#server/demo/people.ts'
import { demoCompanies } from '#server/demo/people.ts'
import { demoRequests } from '#server/demo/requests.ts'
import { addIncidents, addNotifications } from '#server/demo/seed-notices.ts'
import { addCompany, seedUser } from '#server/demo/seed-participants.ts'
import { seedRequest } from '#server/demo/seed-requests.ts'
import type { DemoIds, Seeding } from '#server/demo/seeding.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction, type Transaction } from '#server/kernel/transaction.ts'
import { hashPassword } from '#server/platform/secrets/passwords.ts'
import { sealOf } from '#server/report-request/certificate/keys.ts'

/** The password of every demo account (D47). */
export const DEMO_PASSWORD = 'Almotacen.2026'

/** Creates CCI with its first user and nothing else: the start of tests of a fresh installation. */
export async function seedCci(app: AppContext, hashOf = hashPassword): Promise<void> {
  const cci = await ensureCci(app)
  const hash = await hashOf(DEMO_PASSWORD)
  await inTransaction(app, null, async tx => {
    await seedUser(
      tx,
      cci,
      {
        email: 'cci@almotacen.example',
        name: 'Marta',
        surnames: 'Olmedo Rivas',
        position: 'Calificación de proveedores',
      },
      { hash, principal: true, status: 'ACCEPTED', changed: true, at: tx.now },
    )
    await seedUser(
      tx,
      cci,
      { email: 'cci2@almotacen.example', name: 'Andrés', surnames: 'Cano Vega', position: 'Verificación' },
      { hash, principal: false, status: 'ACCEPTED', changed: true, at: tx.now },
    )
  })
}

/**
 * Creates the demo world: a small set of companies with something in every state, in one transaction; `andThen` adds to
 * it in the same. A sign-in costs what `hashOf` wrote: tests pass a cheaper one.
 */
export async function seedWorld(
  app: AppContext,
  andThen: ((seeding: Seeding) => Promise<void>) | null = null,
  hashOf = hashPassword,
): Promise<void> {
  await seedCci(app, hashOf)
  const hash = await hashOf(DEMO_PASSWORD)
  const { id: cciUser } = await app.db
    .selectFrom('portal_user')
    .select('id')
    .where('email', '=', 'cci@almotacen.example')
    .executeTakeFirstOrThrow()
  await inTransaction(app, null, async tx => {
    const services = await addCatalogues(tx)
    const companies = new Map<CompanyKey, DemoIds>()
    const seeding: Seeding = {
      tx,
      cciUser,
      hash,
      store: app.files,
      shared: new Map(),
      idsOf: company => valueIn(companies, company),
      serviceIdOf: description => valueIn(services, description),
      seal: sealOf(app),
    }
    for (const [name, company] of Object.entries(demoCompanies)) {
      const key = name as CompanyKey
      companies.set(key, await addCompany(seeding, key, company))
    }
    for (const request of demoRequests) await seedRequest(seeding, request)
    const entity = seeding.idsOf('cajamar').participant
    for (const key of ['tramontana', 'cantera', 'lumbre'] as const) {
      await tx.db
        .insertInto('favourite')
        .values({ entity_id: entity, provider_id: seeding.idsOf(key).participant, created_at: tx.now })
        .execute()
    }
    await addIncidents(seeding)
    await addNotifications(seeding)
    await andThen?.(seeding)
  })
}

/** Adds the catalogues, and returns the ids of the services by description. */
async function addCatalogues(tx: Transaction): Promise<Map<string, string>> {
  const catalogues = await tx.db.selectFrom('document_catalogue').select(['id', 'type']).execute()
  for (const { id, type } of catalogues) {
    const list = demoDocuments[type as keyof typeof demoDocuments]
    await tx.db
      .insertInto('required_document')
      .values(
        list.map(([name, description, required], position) => ({
          catalogue_id: id,
          name,
          description,
          required,
          position,
        })),
      )
      .execute()
  }
  const services = new Map<string, string>()
  for (const [type, description] of demoServices) {
    const id = tx.newId()
    services.set(description, id)
    await tx.db
      .insertInto('service')
      .values({ id, key: `SRV-${services.size}`, type, description, created_at: tx.now })
      .execute()
  }
  return services
}
