import * as assessment from '#domain/assessment/contract.ts'
import * as finding from '#domain/assessment/finding/contract.ts'
import * as framework from '#domain/assessment/framework/contract.ts'
import * as trail from '#domain/audit-log/contract.ts'
import * as centreRules from '#domain/catalogue/centre-rules/contract.ts'
import * as catalogue from '#domain/catalogue/contract.ts'
import * as documentHelp from '#domain/catalogue/help/contract.ts'
import type { Contract } from '#domain/contract/contract.ts'
import * as documentAssignment from '#domain/document/assignment/contract.ts'
import * as document from '#domain/document/contract.ts'
import * as precheck from '#domain/document/precheck/contract.ts'
import * as reasons from '#domain/document/reasons/contract.ts'
import * as reuse from '#domain/document/reuse/contract.ts'
import * as watermark from '#domain/document/watermark/contract.ts'
import * as fourEyes from '#domain/identity/four-eyes/contract.ts'
import * as loginStatistics from '#domain/identity/login-statistics/contract.ts'
import * as secondFactor from '#domain/identity/second-factor/contract.ts'
import * as session from '#domain/identity/session/contract.ts'
import * as singleSignOn from '#domain/identity/single-sign-on/contract.ts'
import * as user from '#domain/identity/user/contract.ts'
import * as bulletin from '#domain/incident/bulletin/contract.ts'
import * as incident from '#domain/incident/contract.ts'
import * as apiKey from '#domain/integration/key/contract.ts'
import * as webhook from '#domain/integration/webhook/contract.ts'
import * as invitation from '#domain/invitation/contract.ts'
import * as invitationRequest from '#domain/invitation/request/contract.ts'
import * as notification from '#domain/notification/contract.ts'
import * as demo from '#domain/notification/demo/contract.ts'
import * as job from '#domain/notification/operation/job/contract.ts'
import * as outgoingMail from '#domain/notification/operation/outgoing-mail/contract.ts'
import * as server from '#domain/notification/operation/server/contract.ts'
import * as undo from '#domain/notification/undo/contract.ts'
import * as calendar from '#domain/participant/calendar/contract.ts'
import * as chain from '#domain/participant/chain/contract.ts'
import * as sector from '#domain/participant/chain/sector.ts'
import * as company from '#domain/participant/company/contract.ts'
import * as participant from '#domain/participant/contract.ts'
import * as certificate from '#domain/report-request/certificate/contract.ts'
import * as reportRequest from '#domain/report-request/contract.ts'
import * as independence from '#domain/report-request/independence/contract.ts'
import * as renewal from '#domain/report-request/renewal/contract.ts'
import * as score from '#domain/report-request/score/contract.ts'
import * as search from '#domain/search/contract.ts'
import * as savedView from '#domain/search/saved-view/contract.ts'
import * as start from '#domain/start/contract.ts'
import * as acceptance from '#domain/supervision/acceptance/contract.ts'
import * as stance from '#domain/supervision/chain/contract.ts'
import * as supervision from '#domain/supervision/own-data/contract.ts'
import * as registerClauses from '#domain/supervision/register/clause/contract.ts'
import * as register from '#domain/supervision/register/contract.ts'
import * as registerEditions from '#domain/supervision/register/edition/contract.ts'
import * as registerEntries from '#domain/supervision/register/entry/contract.ts'
import * as registerMany from '#domain/supervision/register/entry/many.ts'
import * as registerFeedback from '#domain/supervision/register/feedback/contract.ts'
import * as registerGleif from '#domain/supervision/register/gleif/contract.ts'
import * as registerGroup from '#domain/supervision/register/group/contract.ts'
import * as registerSummary from '#domain/supervision/register/summary/contract.ts'
import * as thirdParties from '#domain/supervision/register/third-party/contract.ts'
import * as reliance from '#domain/supervision/reliance/contract.ts'
import * as use from '#domain/supervision/use/contract.ts'
import * as clarification from '#domain/validation/clarification/contract.ts'
import * as validation from '#domain/validation/contract.ts'
import * as desk from '#domain/validation/desk/contract.ts'
import * as statistics from '#domain/validation/statistics/contract.ts'

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
  calendar,
  company,
  chain,
  sector,
  invitation,
  invitationRequest,
  catalogue,
  documentHelp,
  centreRules,
  document,
  precheck,
  reuse,
  documentAssignment,
  undo,
  validation,
  clarification,
  desk,
  start,
  reportRequest,
  renewal,
  score,
  independence,
  certificate,
  framework,
  assessment,
  finding,
  incident,
  bulletin,
  use,
  acceptance,
  reliance,
  register,
  registerEditions,
  registerEntries,
  registerMany,
  registerClauses,
  registerFeedback,
  registerGleif,
  registerSummary,
  registerGroup,
  thirdParties,
  stance,
  supervision,
  apiKey,
  webhook,
  outgoingMail,
  job,
  server,
  notification,
  savedView,
  search,
  loginStatistics,
  statistics,
  watermark,
  reasons,
  fourEyes,
  trail,
  demo,
].flatMap(contractsOf)
