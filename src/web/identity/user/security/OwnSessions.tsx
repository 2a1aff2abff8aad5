import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endOtherSessions, endSession, listSessions } from '#domain/identity/session/contract.ts'
import { t } from '#domain/language/translate.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { SessionList } from '#web/identity/user/security/SessionList.tsx'
import { useRecentAuth } from '#web/identity/user/security/useRecentAuth.tsx'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './SessionList.module.css'

/** Own sessions, with a way to end them (D50). */
export function OwnSessions() {
  const client = useQueryClient()
  const proved = useRecentAuth()
  const { data, error, refetch, isFetching } = useQuery(queryOptions(listSessions))
  const settled = {
    onError: (failure: unknown) => showError(messageOf(failure)),
    onSettled: () => client.invalidateQueries({ queryKey: [listSessions.name] }),
  }
  const ending = useMutation({
    mutationFn: (id: string) => proved.does(() => call(endSession, { params: { id } })),
    onSuccess: (done: boolean) => done && showToast({ title: t('Sesión cerrada') }),
    ...settled,
  })
  const endingOthers = useMutation({
    mutationFn: () => proved.does(() => call(endOtherSessions)),
    onSuccess: (done: boolean) =>
      done && showToast({ title: t('Sesiones cerradas'), text: t('Solo queda abierta esta.') }),
    ...settled,
  })
  const others = data?.content.filter(session => !session.current).length ?? 0
  return (
    <Section title={t('Sesiones abiertas')} kind="serif">
      {data ? (
        <SessionList
          label={t('Sus sesiones abiertas')}
          sessions={data.content}
          onEnd={session => ending.mutate(session.id)}
          ending={ending.isPending ? ending.variables : null}
        />
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Loading height={160} label={t('Cargando sus sesiones')} />
      )}
      <div className={classes.foot}>
        <ActionButton
          size="xs"
          reason="tooltip"
          blocked={data && others === 0 ? t('No hay otras sesiones abiertas.') : null}
          loading={endingOthers.isPending}
          onClick={() => endingOthers.mutate()}
        >
          {t('Cerrar las demás')}
        </ActionButton>
      </div>
      {proved.dialog}
    </Section>
  )
}
