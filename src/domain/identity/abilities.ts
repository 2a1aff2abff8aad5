import type { Grant } from '#domain/identity/roles.ts'

/**
 * The role and scope of each ability: every call and every button reads this table (D14 to D17, D49). `since` is the
 * onboarding stage that the ability needs: 'password' none; 'sign-in' allows a one-time password; 'second-factor' needs
 * the user's own password but not the required second factor; 'password-chosen' allows a participant whose
 * documentation was not sent or accepted yet. The default is the first acceptance.
 */
export const abilities = {
  // Open to every signed-in user.
  'session.open': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'password' },
  // Also open to a user who signed in with a one-time password: to change it, and to choose the language for doing so.
  'session.password': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'sign-in' },
  // Also open to a user who must still set up the second factor that the role requires.
  'second-factor.own': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'second-factor' },
  'session.own': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'password-chosen' },
  'session.oversee': { CCI: 'all' },
  'second-factor.rule': { CCI: 'all' },
  'watermark.manage': { CCI: 'all' },
  'two-people.manage': { CCI: 'all' },
  'centre-rule.manage': { CCI: 'all' },
  'statistics.read': { CCI: 'all' },
  'operation.manage': { CCI: 'all' },

  'user.read': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'password-chosen' },
  'user.manage': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', principal: true },
  'user.overview': { CCI: 'all' },
  'user.confirm': { ENTITY: 'own', principal: true },

  'participant.read': { CCI: 'all', PROVIDER: 'own', AUDIT: 'named', ENTITY: 'published', since: 'password-chosen' },
  'participant.edit': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'password-chosen' },
  'participant.create': { CCI: 'all' },
  'participant.delete': { CCI: 'all' },
  'participant.accredit': { CCI: 'all' },
  'participant.export': { CCI: 'all' },
  'provider.search': { CCI: 'all', PROVIDER: 'own', AUDIT: 'named', ENTITY: 'published' },
  'entity.search': { CCI: 'all' },
  'evaluator.search': { CCI: 'all' },
  'evaluator.choose': { CCI: 'all', PROVIDER: 'all' },
  'favourite.mark': { ENTITY: 'own' },

  'use.manage': { ENTITY: 'own', private: true },
  'register.manage': { ENTITY: 'own', private: true },
  'acceptance.decide': { ENTITY: 'own', principal: true, private: true },
  'reliance.write': { ENTITY: 'own', private: true },
  'reliance.sign': { ENTITY: 'own', principal: true, private: true },
  'supervision.export': { ENTITY: 'own', principal: true, private: true },

  'api-key.manage': { ENTITY: 'own', principal: true, private: true },
  'webhook.manage': { ENTITY: 'own', principal: true, private: true },

  'invitation.manage': { CCI: 'all' },
  'invitation-request.decide': { CCI: 'all' },
  'invitation-request.make': { ENTITY: 'own' },
  'invitation-request.read': { CCI: 'all', ENTITY: 'own' },

  'service.read': { CCI: 'all', PROVIDER: 'all', AUDIT: 'all', ENTITY: 'all' },
  'service.manage': { CCI: 'all' },
  'catalogue.read': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'password-chosen' },
  'catalogue.manage': { CCI: 'all' },

  'documentation.read': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'published', since: 'password-chosen' },
  'documentation.send': { PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'password-chosen' },
  'document.upload': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'password-chosen' },
  'document.assign': { PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'password-chosen' },
  'document.delete': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'password-chosen' },
  'document.verify': { CCI: 'all' },
  'document.history': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'published', since: 'password-chosen' },

  'request.read': { CCI: 'all', PROVIDER: 'own', AUDIT: 'named', ENTITY: 'published' },
  'request.send': { CCI: 'all', PROVIDER: 'own' },
  'request.delete': { CCI: 'all', PROVIDER: 'own' },
  'request.score': { CCI: 'all' },
  'queue.read': { CCI: 'all' },
  'queue.assign': { CCI: 'all' },

  'framework.read': { CCI: 'all', PROVIDER: 'all', AUDIT: 'all', ENTITY: 'all' },
  'framework.manage': { CCI: 'all' },
  'assessment.read': { CCI: 'all', PROVIDER: 'own', AUDIT: 'named', ENTITY: 'published' },
  'assessment.write': { AUDIT: 'named' },
  'clarification.take-part': { CCI: 'all', PROVIDER: 'own', AUDIT: 'named', since: 'password-chosen', hidden: true },
  'finding.read': { CCI: 'all', PROVIDER: 'own', AUDIT: 'named', ENTITY: 'published' },
  'finding.plan': { PROVIDER: 'own' },
  'finding.raise': { CCI: 'all', AUDIT: 'named' },
  'finding.verify': { CCI: 'all', AUDIT: 'named' },

  'identity.manage': { CCI: 'all', PROVIDER: 'own' },
  'chain.read': { CCI: 'all', PROVIDER: 'own', AUDIT: 'named', ENTITY: 'published' },
  'chain.manage': { CCI: 'all', PROVIDER: 'own' },
  'concentration.sector': { CCI: 'all' },

  'independence.declare': { AUDIT: 'named' },
  'certificate.read': { CCI: 'all', PROVIDER: 'own', AUDIT: 'named', ENTITY: 'published' },

  'trail.read': { CCI: 'all' },
  'reading.read': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'password-chosen' },

  'calendar.own': { CCI: 'own', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own' },

  'notification.read': { CCI: 'own', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'password-chosen' },
  'notification.send': { CCI: 'all' },

  'search.find': { CCI: 'all', PROVIDER: 'own', AUDIT: 'named', ENTITY: 'published' },

  'incident.read': { CCI: 'all', PROVIDER: 'own', ENTITY: 'own' },
  'incident.raise': { CCI: 'all', PROVIDER: 'own', ENTITY: 'own' },
  'incident.manage': { CCI: 'all' },
  'bulletin.publish': { CCI: 'all' },
  'bulletin.propose': { PROVIDER: 'own' },
  'bulletin.acknowledge': { ENTITY: 'own', private: true },
} as const satisfies Record<string, Grant>

export type Ability = keyof typeof abilities
