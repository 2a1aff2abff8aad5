import type { Due, Reader } from '#domain/identity/due.ts'
import { scopeOf } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import type { Completeness } from '#domain/participant/company/completeness.ts'
import { isAsked } from '#domain/supervision/register/ask.ts'
import type { Day } from '#domain/values/day.ts'

type AskedProvider = Completeness & { providerId: string; askedOn: Day }

/** The data that a bank has asked its provider for lately, while some of them are missing. No bank is named (D105). */
export function registerSteps({ providerId, askedOn, given, asked }: AskedProvider, { actor, today }: Reader): Due[] {
  const isOwn = scopeOf(actor, 'identity.manage') === 'own' && actor.participantId === providerId
  if (!isOwn || given >= asked || !isAsked(askedOn, today)) return []
  return [
    {
      act: 'giveRegisterData',
      id: providerId,
      thing: t`Faltan ${asked - given} de ${asked} datos`,
      counterpart: null,
      dueAt: null,
      overdue: false,
      since: askedOn,
    },
  ]
}
