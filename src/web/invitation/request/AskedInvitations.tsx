import { TextInput } from '@mantine/core'
import { IconSend, IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AskWire, decideAsked, exportAsked, listAsked } from '#domain/invitation/request/contract.ts'
import { ASK_REASON_MAX, askersText, askStatusLabels } from '#domain/invitation/request/request.ts'
import { sentence } from '#domain/messages.ts'
import { invitationRequestMachine } from '#domain/states/invitation-request.ts'
import { characterCount } from '#domain/values/text.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { askBadges } from '#web/invitation/request/badges.ts'
import { useRefreshInvitations } from '#web/invitation/useRefreshInvitations.ts'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { useList } from '#web/list/useList.ts'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { dayText } from '#web/ui/time/dates.ts'

const segments = [
  { value: '', label: 'Por contestar' },
  { value: 'INVITED', label: 'Invitados' },
  { value: 'DECLINED', label: 'No invitados' },
]

/** Nothing as long as no bank has asked for a provider. */
export function AskedInvitations() {
  const { data } = useQuery(queryOptions(listAsked, { query: { size: 1 } }))
  return data && data.totalElements > 0 ? <Asked /> : null
}

type Answering = { row: AskWire; status: 'INVITED' | 'DECLINED' }

/** The providers that banks ask CCI to invite, those for one CIF together (EASE-11), and those that it answered. */
function Asked() {
  const list = useList(exportAsked)
  const [answering, setAnswering] = useState<Answering | null>(null)
  return (
    <Section title="SOLICITUDES DE ALTA" actions={<ExportMenu list={list} />}>
      <Segments
        label="Estado de las solicitudes de alta"
        value={list.filters.status ?? ''}
        onChange={value => list.setFilter('status', value || null)}
        segments={segments}
      />
      <ListTable
        list={list}
        columns={[...columns, list.filters.status ? answerColumn : actionsColumn(setAnswering)]}
        rowKey={row => row.id}
        empty={{ title: 'No hay altas por contestar' }}
        noResults="Ninguna solicitud de alta coincide"
      />
      <ListPager list={list} noun={['solicitud de alta', 'solicitudes de alta']} />
      {answering ? <AnswerModal {...answering} onClose={() => setAnswering(null)} /> : null}
    </Section>
  )
}

const columns: readonly Column<AskWire>[] = [
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
]

const answerColumn: Column<AskWire> = {
  key: 'answer',
  header: 'Respuesta',
  cell: row => <StateBadge small state={askBadges[row.status]} label={askStatusLabels[row.status]} />,
  sub: row => [row.decidedAt ? dayText(row.decidedAt) : '', row.decisionReason].filter(Boolean).join(' · '),
}

const actionsColumn = (answer: (answering: Answering) => void): Column<AskWire> => ({
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
          onClick: () => answer({ row, status: 'INVITED' }),
        },
        { label: `No invitar a ${row.name}`, icon: <IconX />, onClick: () => answer({ row, status: 'DECLINED' }) },
      ]}
    />
  ),
})

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
