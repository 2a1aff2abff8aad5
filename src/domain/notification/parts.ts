import type { Role } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import type { NotificationInfo, Recipient } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { formatDay } from '#domain/values/day.ts'
import { withStop } from '#domain/values/text.ts'

/* What several definitions say, tell and link to. */

export const centre: Recipient[] = ['centre']
export const only = (participant: string | undefined): Recipient[] => (participant ? [{ participant }] : [])
/** The entities that marked a provider, and those that use any service of it. */
export const customersOf = (provider: string | undefined): Recipient[] =>
  provider ? [{ fansOf: provider, usingService: 'any' }] : []
/** The entities that marked a provider, and those that use the service of the event (ALERT-06). */
export const followersOf = ({ providerId, serviceId }: EventPayload): Recipient[] =>
  providerId ? [{ fansOf: providerId, ...(serviceId ? { usingService: serviceId } : {}) }] : []
/** The recipients of a step of the ladder: the owner of what expires, the others, or all. */
export const ofStep = ({ audience }: EventPayload, owner: Recipient[], others: Recipient[]): Recipient[] => [
  ...(audience === 'others' ? [] : owner),
  ...(audience === 'owner' ? [] : others),
]

/** Ends a sentence with one full stop, also after an abbreviation such as 'S.L.'. */
export const withFullStop = withStop
/** Appends the free text of the event to a message. */
export const withFreeText = (message: string, { freeText }: EventPayload) =>
  freeText ? t`${message} Mensaje: «${freeText}».` : message
export const expiryOf = ({ expiresOn }: EventPayload) => formatDay(expiresOn!)
export const list = (names: string[] | undefined) => (names ?? []).map(name => t`«${name}»`).join(', ')

export const toParticipants = (text: string) => ({ PROVIDER: text, AUDIT: text, ENTITY: text })

export const nothing = (): NotificationInfo => ({})
export const ofRequest = ({ providerId, validationId }: EventPayload): NotificationInfo => ({
  idGenericEntity: providerId,
  idProvider: providerId,
  validationId,
})
export const ofDocumentation = ({ participantId, validationId }: EventPayload): NotificationInfo => ({
  idGenericEntity: participantId,
  validationId,
})

const reviewOf = (info: NotificationInfo) => `${info.idGenericEntity ?? ''}-${info.validationId ?? ''}`
export const documentationPath = (info: NotificationInfo) => `/documentation-verification/${reviewOf(info)}-DOC_MIN`
export const reportPath = (info: NotificationInfo) => `/report-verification/${reviewOf(info)}-AUDIT_REPORT`
export const ownDocumentationPath = () => '/own-documentation'
export const thatThread = ({ clarificationId }: EventPayload) =>
  clarificationId ? { idClarification: clarificationId } : null
export const threadPath = ({ idClarification = '' }: NotificationInfo) => `/clarifications?row=${idClarification}`
export const nowhere = () => null
export const home = (_info: NotificationInfo, role: Role) => (role === 'CCI' ? '/provider' : '/')
/** The page of a provider. */
export const sheetPath = ({ idProvider = '' }: NotificationInfo) => `/provider/${idProvider}`
/** The request in the list of requests, with its row open. */
export const requestPath = ({ providerName = '', validationId = '' }: EventPayload) =>
  `/provider?provider=${encodeURIComponent(providerName)}&row=${validationId}`
/** The form in which the evaluator of a request declares its independence. */
export const declarationPath = ({ validationId = '' }: NotificationInfo) => `/independence/${validationId}`
/** Only providers follow it. */
export const sendReportPath = ({ validationId = '' }: NotificationInfo, role: Role) =>
  role === 'PROVIDER' ? `/send-report/${validationId}` : null
