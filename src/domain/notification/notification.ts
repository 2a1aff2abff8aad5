import { texts } from '#domain/language/texts.ts'
import type { Message, NotificationDefinition, NotificationInfo, Recipient } from '#domain/notification/definition.ts'
import { assessmentNotifications } from '#domain/notification/definitions/assessment.ts'
import { bulletinNotifications } from '#domain/notification/definitions/bulletin.ts'
import { centreNotifications } from '#domain/notification/definitions/centre.ts'
import { chainNotifications } from '#domain/notification/definitions/chain.ts'
import { clarificationNotifications } from '#domain/notification/definitions/clarification.ts'
import { deskNotifications } from '#domain/notification/definitions/desk.ts'
import { documentationNotifications } from '#domain/notification/definitions/documentation.ts'
import { evaluatorNotifications } from '#domain/notification/definitions/evaluator.ts'
import { findingNotifications } from '#domain/notification/definitions/finding.ts'
import { incidentNotifications } from '#domain/notification/definitions/incident.ts'
import { independenceNotifications } from '#domain/notification/definitions/independence.ts'
import { integrationNotifications } from '#domain/notification/definitions/integration.ts'
import { invitationNotifications } from '#domain/notification/definitions/invitation.ts'
import { providerNotifications } from '#domain/notification/definitions/provider.ts'
import { reportNotifications } from '#domain/notification/definitions/report.ts'
import { searchNotifications } from '#domain/notification/definitions/search.ts'
import { supervisionNotifications } from '#domain/notification/definitions/supervision.ts'
import { type NotificationType, notificationTypes } from '#domain/notification/definitions/types.ts'
import { userNotifications } from '#domain/notification/definitions/user.ts'

const definitions = {
  ...documentationNotifications,
  ...reportNotifications,
  ...assessmentNotifications,
  ...findingNotifications,
  ...clarificationNotifications,
  ...invitationNotifications,
  ...evaluatorNotifications,
  ...independenceNotifications,
  ...incidentNotifications,
  ...bulletinNotifications,
  ...deskNotifications,
  ...supervisionNotifications,
  ...providerNotifications,
  ...integrationNotifications,
  ...userNotifications,
  ...chainNotifications,
  ...searchNotifications,
  ...centreNotifications,
}

/** What is known of every type of notification. */
export const notifications: Record<NotificationType, NotificationDefinition> = definitions

/** Texts of the MOTIVO column, in the current language. */
export const notificationReasons = texts(
  Object.fromEntries(notificationTypes.map(type => [type, notifications[type].reason])) as Record<
    NotificationType,
    string
  >,
)

/** The types that only their recipient may know of (BASE-11). */
export const privateTypes = notificationTypes.filter(type => notifications[type].private)
/** The types that reach the principal user of a participant only. */
export const principalTypes = notificationTypes.filter(type => notifications[type].principal)
/** The types of the ladder: their notifications of one day are one mail. */
export const typesTogether = notificationTypes.filter(type => notifications[type].ladder)

/** A notification for one recipient. */
export type Notice = Omit<Message, 'to'> & { to: Recipient; type: NotificationType; info: NotificationInfo }
