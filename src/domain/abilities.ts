import type { Grant } from '#domain/roles.ts'

/**
 * Who may do what, and to whose things: the one table behind every call and every button (D14 to D17, D49).
 * `since: 'password'` is open to who lacks a second factor that it must have; `'sign-in'` before the onboarding was sent; `'completed'` before its first acceptance.
 */
export const abilities = {
  // Open to who still has to set up the second factor that its role must have.
  'session.open': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'password' },
  'second-factor.own': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'password' },
  'session.own': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'sign-in' },
  'session.oversee': { CCI: 'all' },
  'second-factor.rule': { CCI: 'all' },
  'statistics.read': { CCI: 'all' },

  'user.read': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'sign-in' },
  'user.manage': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', principal: true },
  'user.overview': { CCI: 'all' },

  'participant.read': { CCI: 'all', PROVIDER: 'own', AUDIT: 'named', ENTITY: 'published', since: 'sign-in' },
  'participant.edit': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'sign-in' },
  'participant.create': { CCI: 'all' },
  'participant.delete': { CCI: 'all' },
  'participant.accredit': { CCI: 'all' },
  'participant.export': { CCI: 'all' },
  'provider.search': { CCI: 'all', PROVIDER: 'own', AUDIT: 'named', ENTITY: 'published' },
  'entity.search': { CCI: 'all' },
  'evaluator.search': { CCI: 'all' },
  'evaluator.choose': { CCI: 'all', PROVIDER: 'all' },
  'favourite.mark': { ENTITY: 'own' },

  'invitation.manage': { CCI: 'all' },

  'service.read': { CCI: 'all', PROVIDER: 'all', AUDIT: 'all', ENTITY: 'all' },
  'service.manage': { CCI: 'all' },
  'catalogue.read': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'sign-in' },
  'catalogue.manage': { CCI: 'all' },

  'documentation.read': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'published', since: 'sign-in' },
  'documentation.send': { PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'sign-in' },
  'document.upload': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'sign-in' },
  'document.delete': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'sign-in' },
  'document.verify': { CCI: 'all' },
  'document.history': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'published', since: 'sign-in' },

  'request.read': { CCI: 'all', PROVIDER: 'own', AUDIT: 'named', ENTITY: 'published' },
  'request.send': { CCI: 'all', PROVIDER: 'own' },
  'request.delete': { CCI: 'all', PROVIDER: 'own' },
  'request.score': { CCI: 'all' },
  'queue.read': { CCI: 'all' },

  'trail.read': { CCI: 'all' },
  'reading.read': { CCI: 'all', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'sign-in' },

  'notification.read': { CCI: 'own', PROVIDER: 'own', AUDIT: 'own', ENTITY: 'own', since: 'sign-in' },
  'notification.send': { CCI: 'all' },

  'search.find': { CCI: 'all', PROVIDER: 'own', AUDIT: 'named', ENTITY: 'published' },

  'incident.read': { CCI: 'all', PROVIDER: 'own', ENTITY: 'own' },
  'incident.raise': { CCI: 'all', PROVIDER: 'own', ENTITY: 'own' },
  'incident.manage': { CCI: 'all' },
} as const satisfies Record<string, Grant>

export type Ability = keyof typeof abilities
