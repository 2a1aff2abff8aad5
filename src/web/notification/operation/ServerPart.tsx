import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ServerWire } from '#domain/notification/operation/server/contract.ts'
import { checkServers, listServers } from '#domain/notification/operation/server/contract.ts'
import type { CheckState } from '#domain/notification/operation/server/server.ts'
import { checkStateLabels, checkStates, worstOf } from '#domain/notification/operation/server/server.ts'
import { formatInstant } from '#domain/values/day.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import type { BadgeState } from '#web/ui/feedback/StateBadge.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { Section } from '#web/ui/layout/Section.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import classes from './ServerPart.module.css'

/** A check that was asked for begins within seconds. */
const REREAD_MS = 3000

type CheckWire = ServerWire['checks'][number]

const badges: Readonly<Record<CheckState, BadgeState>> = { ok: 'ACCEPTED', warn: 'PENDING', broken: 'REJECTED' }

/** The servers of the portal, each with what `doctor` finds there and what to do (CARE-16). */
export function ServerPart() {
  const client = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery({ ...queryOptions(listServers), refetchInterval: REREAD_MS })
  const checking = useMutation({
    mutationFn: () => call(checkServers),
    onSuccess: () => showToast({ title: 'Se van a comprobar', text: 'Cada servidor lo hace en segundos.' }),
    onError: failure => showError(messageOf(failure)),
    onSettled: () => client.invalidateQueries({ queryKey: [listServers.name] }),
  })
  return (
    <Section
      title="Estado"
      kind="serif"
      actions={
        <Button size="xs" leftSection={<IconRefresh size={18} />} onClick={() => checking.mutate()}>
          Comprobar ahora
        </Button>
      }
    >
      {!data && error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data ? (
        <Loading height={120} label="Leyendo el estado de los servidores" />
      ) : data.servers.length === 0 ? (
        <EmptyState
          title="Ningún servidor ha dado señal todavía"
          text="Cada uno la da a los pocos segundos de arrancar."
        />
      ) : (
        data.servers.map(server => <Server key={server.name} server={server} />)
      )}
    </Section>
  )
}

const counted = (count: number, [one, many]: readonly [string, string]) =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`]

/** How a server is, in a badge: that it is silent hides what it found before. */
function stateOf({ silent, checkedAt, checks }: ServerWire): { state: BadgeState; label: string } {
  if (silent) return { state: 'REJECTED', label: 'Sin señal' }
  if (checkedAt === null) return { state: 'PENDING', label: 'Comprobándose' }
  const count = (of: CheckState) => checks.filter(({ state }) => state === of).length
  const wrong = [...counted(count('broken'), ['roto', 'rotos']), ...counted(count('warn'), ['aviso', 'avisos'])]
  return { state: badges[worstOf(checks.map(({ state }) => state))], label: wrong.join(', ') || checkStateLabels.ok }
}

function Server({ server }: { server: ServerWire }) {
  const [open, setOpen] = useState(false)
  const { name, version, silent, checkedAt, checking, checks } = server
  const wrong = checkStates.toReversed().flatMap(of => (of === 'ok' ? [] : checks.filter(({ state }) => state === of)))
  const fine = checks.filter(({ state }) => state === 'ok')
  return (
    <article className={classes.server} aria-label={name}>
      <h3>
        <span>{name}</span> <StateBadge {...stateOf(server)} />
      </h3>
      <p className="small dim">
        Versión {version}, en marcha desde el {formatInstant(server.startedAt)}
        {silent ? `. Su última señal es del ${formatInstant(server.seenAt)}: compruebe que sigue en marcha.` : null}
        {!silent && checking ? '. Comprobándose ahora.' : null}
        {!silent && !checking && checkedAt ? `. Comprobado el ${formatInstant(checkedAt)}.` : null}
      </p>
      {silent || wrong.length === 0 ? null : <Checks label={`Lo que pasa en ${name}`} checks={wrong} />}
      {silent || fine.length === 0 ? null : (
        <details onToggle={event => setOpen(event.currentTarget.open)}>
          <summary>{fine.length === 1 ? '1 comprobación en orden' : `${fine.length} comprobaciones en orden`}</summary>
          {open ? <Checks label={`Lo que está en orden en ${name}`} checks={fine} /> : null}
        </details>
      )}
    </article>
  )
}

function Checks({ label, checks }: { label: string; checks: readonly CheckWire[] }) {
  return (
    <DataTable
      dense
      label={label}
      rows={checks}
      rowKey={({ check }) => check}
      empty={{ title: 'Nada' }}
      columns={checks.some(({ advice }) => advice !== '') ? [...columns, adviceColumn] : columns}
    />
  )
}

const columns: readonly Column<CheckWire>[] = [
  { key: 'title', header: 'Comprobación', width: 190, cell: row => row.title },
  {
    key: 'state',
    header: 'Resultado',
    width: 120,
    cell: row => <StateBadge small state={badges[row.state]} label={checkStateLabels[row.state]} />,
  },
  { key: 'found', header: 'Qué se ve', prose: true, cell: row => row.found },
]
const adviceColumn: Column<CheckWire> = { key: 'advice', header: 'Qué hacer', prose: true, cell: row => row.advice }
