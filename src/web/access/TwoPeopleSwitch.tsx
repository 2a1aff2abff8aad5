import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readTwoPeople, saveTwoPeople, type TwoPeopleWire } from '#domain/two-people/contract.ts'
import { twoPeopleFacts } from '#domain/two-people/facts.ts'
import { isProposed } from '#web/access/isProposed.ts'
import { call, messageOf, reading } from '#web/api.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { showError, showNotice } from '#web/ui/messages.ts'
import { Section } from '#web/ui/Section.tsx'
import { showToast } from '#web/ui/toast.ts'
import classes from './AccessSecurityPage.module.css'

/** Whether what cannot be taken back needs two people of CCI; kept as soon as it is moved, and put off by two. */
export function TwoPeopleSwitch() {
  const { data, error, refetch, isFetching } = useQuery(reading(readTwoPeople))
  return (
    <Section title="Dos personas para lo más delicado" kind="serif">
      <p className={`dim ${classes.intro}`}>
        Con ello, eliminar un participante y publicar o corregir una calificación necesitan a dos personas del CCI: lo
        que hace la primera queda como propuesta, se avisa al CCI y solo se cumple si otra hace lo mismo en 24 horas.
        Dejar de pedirlo necesita también a dos.
      </p>
      {data ? (
        <TwoPeople saved={data} />
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Loading height={60} label="Cargando si hacen falta dos personas" />
      )}
    </Section>
  )
}

function TwoPeople({ saved }: { saved: TwoPeopleWire }) {
  const client = useQueryClient()
  const conflict = useConflict()
  const saving = useMutation({
    mutationFn: (enabled: boolean) =>
      conflict.send({
        version: saved.version,
        base: twoPeopleFacts(saved),
        attempt: version => call(saveTwoPeople, { body: { enabled, version } }),
      }),
    onSuccess: outcome => {
      if (!outcome?.sent) return
      client.setQueryData(reading(readTwoPeople).queryKey, outcome.sent)
      showToast({ title: outcome.sent.enabled ? 'Desde ahora hacen falta dos personas' : 'Basta una persona' })
    },
    onError: failure => (isProposed(failure) ? showNotice : showError)(messageOf(failure)),
    onSettled: () => client.invalidateQueries({ queryKey: [readTwoPeople.name] }),
  })
  return (
    <>
      {conflict.window}
      <Switch
        label="Pedir dos personas del CCI"
        description={saved.enabled ? 'Activado' : 'Desactivado'}
        // While it is being kept, the switch stands where it was put.
        checked={saving.isPending ? saving.variables : saved.enabled}
        onChange={event => !saving.isPending && saving.mutate(event.currentTarget.checked)}
      />
    </>
  )
}
