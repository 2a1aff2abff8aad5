import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { countDeliveries } from '#domain/invitation/contract.ts'
import { troubleText } from '#domain/notification/undelivered.ts'
import { queryOptions } from '#web/api/api.ts'
import type { Sent } from '#web/invitation/preload/kinds.ts'
import { Message } from '#web/ui/feedback/Message.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'

const POLL_MS = 2000

type Props = { sent: Sent; type: 'ENTITY' | 'PROVIDER'; noun: string; left: number }

export const sentText = (created: number) =>
  created === 1 ? 'Se ha enviado 1 invitación.' : `Se han enviado ${created.toLocaleString('es-ES')} invitaciones.`

/** What became of a sending: how many mails have left, and which do not arrive. */
export function PreloadOutcome({ sent: { created, sentAt }, type, noun, left }: Props) {
  const { data } = useQuery({
    ...queryOptions(countDeliveries, { query: { sentAt, type } }),
    refetchInterval: query => (query.state.data?.waiting === 0 ? false : POLL_MS),
  })
  const gone = data ? created - data.waiting - data.failed.length : 0
  return (
    <div className="stack">
      <Message kind="done" title={sentText(created)} live>
        {left > 0 ? <p>{left === 1 ? 'Queda 1 fila sin enviar.' : `Quedan ${left} filas sin enviar.`}</p> : null}
      </Message>
      <div className="stack">
        <Progress value={(100 * gone) / created} aria-label="Correos que han salido" />
        <p role="status">
          {data
            ? `Correos que han salido: ${gone} de ${created}.${data.waiting > 0 ? ' Puede cerrar esta ventana: los demás salen solos.' : ''}`
            : 'Los correos están saliendo.'}
        </p>
      </div>
      {data && data.failed.length > 0 ? (
        <>
          <p>
            Estos correos no llegan. En la lista de invitaciones puede retirarlas y volver a invitar con otra dirección.
          </p>
          <DataTable
            label="Correos que no llegan"
            columns={[
              { key: 'name', header: noun, cell: row => row.name, sub: row => row.email },
              { key: 'reason', header: 'Motivo', prose: true, cell: row => troubleText(row) },
            ]}
            rows={data.failed}
            rowKey={row => row.email}
            empty={{ title: '' }}
            dense
          />
        </>
      ) : null}
    </div>
  )
}
