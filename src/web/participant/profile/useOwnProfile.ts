import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { readDataCatalogue } from '#domain/catalogue/contract.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { invitableKinds } from '#domain/identity/roles.ts'
import type { Me } from '#domain/identity/session/contract.ts'
import { type ParticipantWire, readOwnParticipant } from '#domain/participant/contract.ts'
import type { ProfileRules } from '#domain/participant/participant.ts'
import { figuresFor, fiscalYears } from '#domain/values/company/economic-info.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { useFresh } from '#web/api/useFresh.ts'
import { type FormSection, sectionsOf } from '#web/participant/profile/sections.ts'

export type OwnProfile = {
  kind: InvitableKind
  wire: ParticipantWire
  rules: ProfileRules
  sections: FormSection[]
  years: [number, number, number]
}

/** Kind of participant that a user belongs to; null for CCI users. */
export const participantKindOf = (me: Me): InvitableKind | null =>
  invitableKinds.find(kind => kind === me.role.key) ?? null

/** The own organization with the data that its form needs; `ready` is null while it loads. */
export function useOwnProfile(me: Me, kind: InvitableKind) {
  const own = useFresh(queryOptions(readOwnParticipant))
  const catalogue = useQuery(queryOptions(readDataCatalogue, { params: { role: kind } }))
  const { cifRule } = me.settings
  const wire = own.data
  const fields = catalogue.data?.fields
  const ready = useMemo((): OwnProfile | null => {
    if (!wire || !fields) return null
    const years = fiscalYears(me.today)
    const shown = { ...wire, economicInfo: figuresFor(wire, me.today) }
    return {
      kind,
      wire: shown,
      rules: { cif: cifRule, data: fields },
      sections: sectionsOf(kind, fields, years),
      years,
    }
  }, [wire, fields, kind, cifRule, me.today])
  const error = own.error ?? catalogue.error
  return {
    ready,
    failure: error && !ready ? messageOf(error) : null,
    retry: () => {
      void own.refetch()
      void catalogue.refetch()
    },
  }
}
