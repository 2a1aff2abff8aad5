import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { identifier, text } from '#domain/contract/wire.ts'
import { invitableKinds } from '#domain/identity/roles.ts'
import { SEARCH_MAX } from '#domain/search/search.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'

const participantHit = z.object({
  id: identifier,
  kind: z.enum(invitableKinds),
  name: z.string(),
  commercialName: z.string(),
  cif: z.string(),
  codNRBE: z.string(),
})
const requestHit = z.object({
  id: identifier,
  idProvider: identifier,
  provider: z.string(),
  idService: identifier,
  service: z.string(),
  idAudit: identifier,
  audit: z.string().nullable(),
  status: z.enum(reportRequestMachine.states),
})
const incidentHit = z.object({
  id: identifier,
  title: z.string(),
  providerId: identifier,
  providerName: z.string(),
  status: z.enum(incidentMachine.states),
})
const serviceHit = z.object({ id: identifier, name: z.string() })
const userHit = z.object({ id: identifier, name: z.string(), email: z.string(), participant: z.string() })

const hits = z.object({
  participants: z.array(participantHit),
  requests: z.array(requestHit),
  incidents: z.array(incidentHit),
  users: z.array(userHit),
  services: z.array(serviceHit),
})
export type SearchHits = z.output<typeof hits>

export const searchEverything = contract({
  name: 'search.find',
  method: 'GET',
  path: '/search',
  summary:
    'Lo que el usuario puede ver y contiene todas las palabras, sin distinguir acentos: participantes, informes, incidencias, servicios y, para el CCI, usuarios',
  who: 'search.find',
  query: z.strictObject({ q: text(SEARCH_MAX).default('') }),
  answer: hits,
})
