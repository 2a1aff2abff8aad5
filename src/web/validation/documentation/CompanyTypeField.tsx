import { Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ParticipantWire } from '#domain/participant/contract.ts'
import { patchParticipant, readParticipant } from '#domain/participant/contract.ts'
import { accreditationFacts } from '#domain/participant/facts.ts'
import type { CompanyType } from '#domain/values/company/company-type.ts'
import { COMPANY_TYPES } from '#domain/values/company/company-type.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { refreshReview } from '#web/validation/refreshReview.ts'
import classes from './AsideField.module.css'

/** The size of a provider, saved on selection (DOC-12, DOC-13, LIM-26). */
export function CompanyTypeField({ provider }: { provider: ParticipantWire }) {
  const client = useQueryClient()
  const params = { kind: 'provider', id: provider.id } as const
  const conflict = useConflict()
  const saving = useMutation({
    scope: { id: `company-type-${provider.id}` },
    mutationFn: (companyType: CompanyType) =>
      conflict.send({
        version: provider.version,
        base: accreditationFacts({ companyType: provider.companyType }),
        attempt: version => call(patchParticipant, { params, body: { companyType, version } }),
      }),
    onSuccess: outcome => {
      const saved = outcome?.sent
      if (!saved) return refreshReview(client)
      client.setQueryData(queryOptions(readParticipant, { params }).queryKey, saved)
      showToast({ title: 'Tipo de empresa guardado', text: saved.companyType })
      return refreshReview(client)
    },
  })
  return (
    <div className={classes.root}>
      <Select
        size="xs"
        label="Tipo de empresa"
        allowDeselect={false}
        data={COMPANY_TYPES}
        value={saving.isPending ? saving.variables : provider.companyType}
        error={saving.error ? messageOf(saving.error) : null}
        onChange={value => value && saving.mutate(value as CompanyType)}
      />
      {conflict.window}
    </div>
  )
}
