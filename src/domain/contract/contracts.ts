import * as trail from '#domain/audit-log/contract.ts'
import * as catalogue from '#domain/catalogue/contract.ts'
import type { Contract } from '#domain/contract/contract.ts'
import * as demo from '#domain/demo/contract.ts'
import * as document from '#domain/document/contract.ts'
import * as watermark from '#domain/document/watermark/contract.ts'
import * as fourEyes from '#domain/identity/four-eyes/contract.ts'
import * as loginStatistics from '#domain/identity/login-statistics/contract.ts'
import * as secondFactor from '#domain/identity/second-factor/contract.ts'
import * as session from '#domain/identity/session/contract.ts'
import * as singleSignOn from '#domain/identity/single-sign-on/contract.ts'
import * as user from '#domain/identity/user/contract.ts'
import * as incident from '#domain/incident/contract.ts'
import * as invitation from '#domain/invitation/contract.ts'
import * as notification from '#domain/notification/contract.ts'
import * as participant from '#domain/participant/contract.ts'
import * as reportRequest from '#domain/report-request/contract.ts'
import * as score from '#domain/score/contract.ts'
import * as search from '#domain/search/contract.ts'
import * as validation from '#domain/validation/contract.ts'

function contractsOf(module: Record<string, unknown>): Contract[] {
  const isContract = (value: unknown): value is Contract =>
    typeof value === 'object' && value !== null && 'who' in value && 'path' in value
  return Object.values(module).filter(isContract)
}

/** Every call of the API, by noun. The server, the OpenAPI document and the permission tests use this list. */
export const contracts: readonly Contract[] = [
  session,
  secondFactor,
  singleSignOn,
  user,
  participant,
  invitation,
  catalogue,
  document,
  validation,
  reportRequest,
  score,
  incident,
  notification,
  search,
  loginStatistics,
  watermark,
  fourEyes,
  trail,
  demo,
].flatMap(contractsOf)
