import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconPlayerSkipForward } from '@tabler/icons-react'
import { useState } from 'react'
import { msg, t } from '#domain/language/translate.ts'
import { messageOf } from '#web/api/api.ts'
import type { BulkAct } from '#web/list/bulk/BulkBar.tsx'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import classes from './bulk.module.css'

type Outcome<Row> = { row: Row; kind: 'done' | 'failed' | 'skipped'; why?: string }
type Props<Row> = {
  act: BulkAct<Row>
  rows: readonly Row[]
  nameOf: (row: Row) => string
  /** Called once all rows were tried, with those that failed. */
  onDone: (failed: readonly Row[]) => unknown
  onClose: () => void
}

const icons = { done: IconCircleCheck, failed: IconCircleX, skipped: IconPlayerSkipForward }
const words = { done: msg('Hecho'), failed: msg('No se ha hecho'), skipped: msg('No se puede') }

/** Asks once for all rows, then does them one by one and says of each what happened. */
export function BulkDialog<Row>({ act, rows, nameOf, onDone, onClose }: Props<Row>) {
  const refusalOf = (row: Row) => act.refusal?.(row) ?? null
  const possible = rows.filter(row => refusalOf(row) === null)
  const skipped = rows.flatMap((row): Outcome<Row>[] => {
    const why = refusalOf(row)
    return why === null ? [] : [{ row, kind: 'skipped', why }]
  })
  // The rows change in the list behind while they are done.
  const [plan] = useState({ possible, skipped })
  const [outcomes, setOutcomes] = useState<Outcome<Row>[]>([])
  const [state, setState] = useState<'asking' | 'doing' | 'done'>('asking')
  const run = async () => {
    if (act.isReady && !act.isReady()) return
    setState('doing')
    const results: Outcome<Row>[] = []
    for (const row of plan.possible) {
      try {
        await act.act(row)
        results.push({ row, kind: 'done' })
      } catch (error) {
        results.push({ row, kind: 'failed', why: messageOf(error) })
      }
      setOutcomes([...results])
    }
    setState('done')
    await onDone(results.filter(({ kind }) => kind === 'failed').map(({ row }) => row))
  }
  const many = plan.possible.length
  const shown = state === 'asking' ? plan.skipped : [...outcomes, ...plan.skipped]
  const done = outcomes.filter(({ kind }) => kind === 'done').length
  return (
    <Dialog role="alertdialog" opened onClose={onClose} title={act.label} locked={state === 'doing'} size={560}>
      {state === 'asking' ? (
        <>
          <p>
            {many === 0
              ? t('No se puede hacer con ninguna de las filas elegidas.')
              : t`Se hará con ${many} de ${rows.length}:`}
          </p>
          <ul className={classes.names}>
            {plan.possible.map((row, index) => (
              <li key={index}>{nameOf(row)}</li>
            ))}
          </ul>
          {many > 0 ? <p className="small dim">{act.consequence}</p> : null}
          {many > 0 && act.form ? <div className="stack">{act.form}</div> : null}
        </>
      ) : (
        <p role="status">
          {state === 'doing' ? t`${outcomes.length} de ${many}…` : t`Hecho con ${done} de ${rows.length}.`}
        </p>
      )}
      <ul className={classes.outcomes}>
        {shown.map(({ row, kind, why }, index) => {
          const Icon = icons[kind]
          return (
            <li key={index} data-kind={kind}>
              <Icon size={20} aria-hidden="true" />
              <span>
                <b>{nameOf(row)}</b>
                <span className="small dim">{[t(words[kind]), why].filter(Boolean).join('. ')}</span>
              </span>
            </li>
          )
        })}
      </ul>
      <div className={classes.foot}>
        {state === 'done' || many === 0 ? (
          <Button data-autofocus variant="filled" onClick={onClose}>
            {t('Cerrar')}
          </Button>
        ) : (
          <>
            <Button data-autofocus onClick={() => state === 'asking' && onClose()}>
              {t('Cancelar')}
            </Button>
            <ActionButton
              variant="filled"
              color={act.danger ? 'red' : undefined}
              leftSection={act.icon}
              loading={state === 'doing'}
              onClick={() => void run()}
            >
              {act.label}
            </ActionButton>
          </>
        )}
      </div>
    </Dialog>
  )
}
