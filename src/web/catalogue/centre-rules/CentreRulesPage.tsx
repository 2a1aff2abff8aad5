import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CentreRule, centreRules } from '#domain/catalogue/centre-rules/centre-rules.ts'
import { type CentreRulesWire, readCentreRules } from '#domain/catalogue/centre-rules/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { RuleSection } from '#web/catalogue/centre-rules/RuleSection.tsx'
import { useRuleSaving } from '#web/catalogue/centre-rules/useRuleSaving.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'

/** /centre-rules: the switches and numbers that CCI sets, each changed in its place. */
export function CentreRulesPage() {
  const { data, error, refetch, isFetching } = useQuery(queryOptions(readCentreRules))
  return (
    <>
      <PageHeader
        title="Reglas del centro"
        subtitle="Lo que el CCI decide para todos los participantes. Cada cambio rige desde que se guarda y queda en el registro."
      />
      {data ? (
        <Rules kept={data} />
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Loading height={420} label="Cargando las reglas del centro" />
      )}
    </>
  )
}

function Rules({ kept }: { kept: CentreRulesWire }) {
  const [editing, setEditing] = useState<CentreRule | null>(null)
  const saving = useRuleSaving(kept)
  return (
    <>
      {centreRules.map(rule => (
        <RuleSection
          key={rule}
          rule={rule}
          kept={kept}
          saving={saving}
          editing={editing === rule}
          onEdit={open => setEditing(open ? rule : null)}
        />
      ))}
      {saving.dialogs}
    </>
  )
}
