import { Switch } from '@mantine/core'
import { type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldValues } from '#domain/conflict/conflict.ts'
import { messageOf } from '#web/api/api.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { isProposed } from '#web/identity/access/isProposed.ts'
import { useRecentAuth } from '#web/identity/user/security/useRecentAuth.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { showError, showNotice } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './AccessSecurityPage.module.css'

type Kept = { enabled: boolean; version: number }

export interface KeptSwitchProps {
  title: string
  /** The effect of turning it on. */
  children: ReactNode
  label: string
  /** The current state, shown beneath the label. */
  stands: { on: string; off: string }
  /** The message after the switch was moved. */
  moved: { on: string; off: string }
  loading: string
  queryOptions: UseQueryOptions<Kept>
  save(kept: Kept): Promise<Kept>
  facts(kept: Pick<Kept, 'enabled'>): FieldValues
  /** The consequences, shown beneath the switch. */
  after?: (enabled: boolean) => ReactNode
}

const way = (enabled: boolean) => (enabled ? 'on' : 'off')

/** A CCI setting in a section of its own, saved as soon as the switch is moved. */
export function KeptSwitch({ title, children, loading, after, ...moving }: KeptSwitchProps) {
  const { data, error, refetch, isFetching } = useQuery(moving.queryOptions)
  return (
    <Section title={title} kind="serif">
      <p className={`dim ${classes.intro}`}>{children}</p>
      {data ? (
        <>
          <Moving {...moving} kept={data} />
          {after?.(data.enabled)}
        </>
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Loading height={60} label={loading} />
      )}
    </Section>
  )
}

type MovingProps = Omit<KeptSwitchProps, 'title' | 'children' | 'loading' | 'after'> & { kept: Kept }

function Moving({ kept, label, stands, moved, queryOptions, save, facts }: MovingProps) {
  const client = useQueryClient()
  const conflict = useConflict()
  const proved = useRecentAuth()
  const { queryKey } = queryOptions
  const saving = useMutation({
    // A move made while another is being saved waits for it.
    scope: { id: String(queryKey[0]) },
    mutationFn: (enabled: boolean) => {
      const before = client.getQueryData<Kept>(queryKey) ?? kept
      return proved.run(() =>
        conflict.send({
          version: before.version,
          base: facts(before),
          attempt: version => save({ enabled, version }),
        }),
      )
    },
    onSuccess: outcome => {
      if (!outcome?.sent) return
      client.setQueryData(queryKey, outcome.sent)
      showToast({ title: moved[way(outcome.sent.enabled)] })
    },
    onError: failure => (isProposed(failure) ? showNotice : showError)(messageOf(failure)),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  return (
    <>
      {conflict.window}
      {proved.dialog}
      <Switch
        label={label}
        description={stands[way(kept.enabled)]}
        // While saving, the switch shows the new position.
        checked={saving.isPending ? saving.variables : kept.enabled}
        onChange={event => saving.mutate(event.currentTarget.checked)}
      />
    </>
  )
}
