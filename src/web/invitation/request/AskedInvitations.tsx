import { TextInput } from '@mantine/core'
import { IconSend, IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AskWire, decideAsked, listAsked } from '#domain/invitation/request/contract.ts'
import { ASK_REASON_MAX, askersText } from '#domain/invitation/request/request.ts'
import { sentence } from '#domain/messages.ts'
import { invitationRequestMachine } from '#domain/states/invitation-request.ts'
import { characterCount } from '#domain/values/text.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useRefreshInvitations } from '#web/invitation/useRefreshInvitations.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { dayText } from '#web/ui/time/dates.ts'

/** The providers that banks ask CCI to invite, those for one CIF together (EASE-11); nothing while there are none. */
export function AskedInvitations() {
  const { data, error, refetch } = useQuery(queryOptions(listAsked, { query: { status: 'ASKED' } }))
  const [asked, setAsked] = useState<{ row: AskWire; status: 'INVITED' | 'DECLINED' } | null>(null)
  if (error) return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
  const rows = data?.content ?? []
  if (rows.length === 0) return null
  return (
    <Section title="SOLICITUDES DE ALTA">
      <DataTable
        label="Solicitudes de alta"
        columns={[
          { key: 'name', header: 'Proveedor', cell: row => row.name, sub: row => row.cif },
          { key: 'email', header: 'Correo', cell: row => row.email },
          {
            key: 'requests',
            header: 'Quién la pide',
            prose: true,
            cell: row => askersText(row.requests),
            sub: row => row.askers.map(({ entity, reason }) => `${entity}: ${reason}`).join(' · '),
          },
          { key: 'askedAt', header: 'Desde', cell: row => dayText(row.askedAt) },
          {
            key: 'actions',
            header: 'Acciones',
            actions: true,
            cell: row => (
              <RowActions
                of={row.name}
                actions={[
                  {
                    label: `Invitar a ${row.name}`,
                    word: 'Invitar',
                    icon: <IconSend />,
                    onClick: () => setAsked({ row, status: 'INVITED' }),
                  },
                  {
                    label: `No invitar a ${row.name}`,
                    icon: <IconX />,
                    onClick: () => setAsked({ row, status: 'DECLINED' }),
                  },
                ]}
              />
            ),
          },
        ]}
        rows={rows}
        rowKey={row => row.id}
        empty={{ title: 'No hay altas pedidas' }}
      />
      {asked ? <AnswerModal {...asked} onClose={() => setAsked(null)} /> : null}
    </Section>
  )
}

type AnswerProps = { row: AskWire; status: 'INVITED' | 'DECLINED'; onClose: () => void }

/** Invites the provider once for all who asked, or says to all of them why not. */
function AnswerModal({ row, status, onClose }: AnswerProps) {
  const client = useQueryClient()
  const refresh = useRefreshInvitations()
  const [email, setEmail] = useState(row.email)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const invites = invitationRequestMachine.is.invited(status)
  const answering = useMutation({
    mutationFn: () =>
      call(decideAsked, {
        params: { id: row.id },
        body: invites ? { status, email, version: row.version } : { status, reason, version: row.version },
      }),
    onSuccess: async () => {
      showToast({ title: invites ? 'Invitación enviada' : 'Petición contestada', text: row.name })
      await Promise.all([client.invalidateQueries({ queryKey: [listAsked.name] }), refresh()])
      onClose()
    },
  })
  const told = row.requests === 1 ? 'La entidad que la pidió' : `Las ${row.requests} entidades que la pidieron`
  return (
    <FormModal
      opened
      onClose={onClose}
      title={invites ? `Invitar a ${row.name}` : `No invitar a ${row.name}`}
      onSubmit={() => {
        const isMissing = !invites && reason.trim() === ''
        setError(isMissing ? sentence('noDeclineReason') : null)
        if (!isMissing) answering.mutate()
      }}
      submitLabel={invites ? 'Enviar la invitación' : 'Contestar que no'}
      danger={!invites}
      loading={answering.isPending}
      submitError={answering.error ? messageOf(answering.error) : null}
      dirty={reason !== ''}
    >
      <p className="dim">
        {invites
          ? `${told} reciben aviso de que se ha invitado. El proveedor no sabe quién lo pidió, y encuentra su nombre y su CIF ya escritos.`
          : `${told} leen el motivo.`}
      </p>
      {invites ? (
        <TextInput
          label="Correo electrónico"
          type="email"
          inputMode="email"
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
        />
      ) : (
        <CountedTextarea
          label="Motivo"
          autosize
          minRows={3}
          value={reason}
          onChange={value => {
            setReason(value)
            setError(null)
          }}
          count={characterCount(reason)}
          max={ASK_REASON_MAX}
          error={error}
          required
          data-autofocus
        />
      )}
    </FormModal>
  )
}
