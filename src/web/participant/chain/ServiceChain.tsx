import { Button } from '@mantine/core'
import { IconCalendarX, IconCircleCheck, IconEdit, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { AnswerOf } from '#domain/contract/contract.ts'
import { t } from '#domain/language/translate.ts'
import type { ListExport } from '#domain/list/export.ts'
import type { SubcontractWire } from '#domain/participant/chain/contract.ts'
import { confirmChain, exportSubcontracts, readChain } from '#domain/participant/chain/contract.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ChainPicture } from '#web/participant/chain/ChainPicture.tsx'
import { ChainTable } from '#web/participant/chain/ChainTable.tsx'
import { ChangeModal } from '#web/participant/chain/ChangeModal.tsx'
import { DeclareModal } from '#web/participant/chain/DeclareModal.tsx'
import { EndedChain } from '#web/participant/chain/EndedChain.tsx'
import { EndModal } from '#web/participant/chain/EndModal.tsx'
import { useTree } from '#web/participant/chain/useTree.ts'
import { useMay, useMe } from '#web/session/useMe.ts'
import { useStances } from '#web/supervision/chain/useStances.tsx'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import classes from './chain.module.css'

type Chain = AnswerOf<typeof readChain>
type Props = {
  providerId: string
  serviceId: string
  service: string
  /** Of its heading. */
  level?: 2 | 3
}

/** The chain of one service: read by everybody who sees it, written by the provider and CCI, valued by a bank that uses it. */
export function ServiceChain({ providerId, serviceId, service, level = 2 }: Props) {
  const { data, error, refetch } = useQuery(queryOptions(readChain, { params: { providerId, serviceId } }))
  if (data) return <Loaded chain={data} level={level} />
  return (
    <Frame title={service} level={level}>
      {error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading height={120} label={t`Cargando la cadena de ${service}`} />
      )}
    </Frame>
  )
}

type FrameProps = { title: string; level: 2 | 3; actions?: ReactNode; children: ReactNode }

function Frame({ title, level, actions, children }: FrameProps) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section className={classes.service} aria-labelledby={id}>
      <div className={classes.head}>
        <Heading id={id} className="serif">
          {title}
        </Heading>
        {actions ? <div className="row wrap">{actions}</div> : null}
      </div>
      {children}
    </section>
  )
}

type Opened = 'declare' | { what: 'change' | 'end'; row: SubcontractWire } | null

function Loaded({ chain, level }: { chain: Chain; level: 2 | 3 }) {
  const mayManage = useMay('chain.manage')
  const [opened, setOpened] = useState<Opened>(null)
  const rows = chain.subcontracts
  const tree = useTree(rows)
  const stances = useStances(chain)
  const close = () => setOpened(null)
  const declare = mayManage ? (
    <Button
      size="xs"
      leftSection={<IconPlus />}
      aria-label={t`Declarar subcontratista de ${chain.service}`}
      onClick={() => setOpened('declare')}
    >
      {t('Declarar subcontratista')}
    </Button>
  ) : null
  return (
    <Frame
      title={chain.service}
      level={level}
      actions={
        <>
          {declare}
          {mayManage ? <Confirm chain={chain} /> : null}
        </>
      }
    >
      <Bar chain={chain} tree={tree} />
      {rows.length > 0 ? (
        <>
          <ChainPicture chain={chain} />
          <ChainTable
            label={t`Cadena de ${chain.service}`}
            tree={tree}
            more={[...stances.columns, ...(mayManage ? [actionsColumn(setOpened)] : [])]}
          />
        </>
      ) : (
        <p className="dim">
          {chain.confirmation.isConfirmed
            ? t('Nadie más trabaja para este servicio.')
            : t('Sin subcontratistas declarados.')}
        </p>
      )}
      {mayManage ? <EndedChain providerId={chain.providerId} serviceId={chain.serviceId} /> : null}
      {stances.window}
      {opened === 'declare' ? <DeclareModal chain={chain} recipients={rows} onClose={close} /> : null}
      {opened && opened !== 'declare' && opened.what === 'change' ? (
        <ChangeModal row={opened.row} rows={rows} onClose={close} />
      ) : null}
      {opened && opened !== 'declare' && opened.what === 'end' ? (
        <EndModal row={opened.row} rows={rows} onClose={close} />
      ) : null}
    </Frame>
  )
}

/** When the chain was confirmed, folding, and the export. */
function Bar({ chain, tree }: { chain: Chain; tree: ReturnType<typeof useTree<SubcontractWire>> }) {
  const { confirmation, providerId, serviceId, service, subcontracts } = chain
  const list = {
    contract: exportSubcontracts as unknown as ListExport,
    shown: { label: t`Cadena de ${service}` },
    params: undefined,
    asked: { idProvider: providerId, service: serviceId, sort: 'chain' },
    total: subcontracts.length,
  }
  return (
    <div className={classes.bar}>
      <StateBadge small state={confirmation.isConfirmed ? 'ACCEPTED' : 'PENDING'} label={confirmation.words} />
      <div className="row">
        {tree.folds ? (
          <Button size="xs" variant="subtle" onClick={tree.toggleAll}>
            {tree.allOpen ? t('Plegar todo') : t('Desplegar todo')}
            <span className="vh">, {service}</span>
          </Button>
        ) : null}
        {subcontracts.length > 0 ? <ExportMenu list={list} /> : null}
      </div>
    </div>
  )
}

/** 'Confirmar la cadena' (CHAIN-09). */
function Confirm({ chain }: { chain: Chain }): ReactNode {
  const me = useMe()
  const confirming = useListWrite({
    mutationFn: () =>
      call(confirmChain, {
        body: {
          serviceId: chain.serviceId,
          ...(me.role.key === 'CCI' ? { providerId: chain.providerId } : {}),
        },
      }),
    onSuccess: ({ words }) => void showToast({ title: words, text: chain.service }),
    onError: error => showError(messageOf(error)),
  })
  return (
    <ActionButton
      size="xs"
      leftSection={<IconCircleCheck />}
      aria-label={t`Confirmar la cadena de ${chain.service}`}
      loading={confirming.isPending}
      onClick={() => confirming.mutate()}
    >
      {t('Confirmar la cadena')}
    </ActionButton>
  )
}

const actionsColumn = (open: (what: Opened) => void): Column<SubcontractWire> => ({
  key: 'actions',
  header: t('Acciones'),
  actions: true,
  cell: row => (
    <RowActions
      of={row.company.name}
      actions={[
        { label: t`Cambiar ${row.company.name}`, icon: <IconEdit />, onClick: () => open({ what: 'change', row }) },
        { label: t`Terminar ${row.company.name}`, icon: <IconCalendarX />, onClick: () => open({ what: 'end', row }) },
      ]}
    />
  ),
})
