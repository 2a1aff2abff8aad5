import {
  changeCompany as changeContract,
  listCompanies,
  listServiceFacts,
  readRegisterIdentity,
  readServiceFacts,
  saveRegisterIdentity,
  saveServiceFacts,
} from '#domain/participant/company/contract.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { changeCompany } from '#server/participant/company/change.ts'
import { companyIdentityOf, identityWireOf } from '#server/participant/company/identity.ts'
import { companyListOf } from '#server/participant/company/list.ts'
import { refuseUnseen } from '#server/participant/company/provider.ts'
import { companyWireOf } from '#server/participant/company/queries.ts'
import { saveIdentity } from '#server/participant/company/save-identity.ts'
import { saveFacts } from '#server/participant/company/save-service-facts.ts'
import { factsWireOf, servicesOf, storedFactsOf } from '#server/participant/company/service-facts.ts'

export const companyRoutes: Route[] = [
  read(readRegisterIdentity, async ({ db, actor, params }) => {
    await refuseUnseen(db, actor, params.id)
    return identityWireOf(await companyIdentityOf(db, params.id))
  }),

  write(saveRegisterIdentity, async ({ tx, actor, params, body }) =>
    identityWireOf(await saveIdentity(tx, actor, params.id, body)),
  ),

  read(listServiceFacts, async ({ db, actor, params }) => {
    await refuseUnseen(db, actor, params.id)
    return { services: (await servicesOf(db, params.id)).map(factsWireOf) }
  }),

  read(readServiceFacts, async ({ db, actor, params }) => {
    await refuseUnseen(db, actor, params.id)
    return factsWireOf(await storedFactsOf(db, params.id, params.serviceId))
  }),

  write(saveServiceFacts, async ({ tx, actor, params, body }) => factsWireOf(await saveFacts(tx, actor, params, body))),

  read(listCompanies, ({ db, actor, query }) => companyListOf(db, actor, query)),

  write(changeContract, async ({ tx, actor, params, body }) =>
    companyWireOf(await changeCompany(tx, actor, params.id, body)),
  ),
]
