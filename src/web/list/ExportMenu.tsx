import { Button, Loader, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { ExportFormat } from '#domain/list/export.ts'
import { exportFileName } from '#domain/list/export.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { sentence } from '#domain/messages.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { shownKeys } from '#web/list/tableColumns.tsx'
import type { List } from '#web/list/useList.ts'
import { useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { saveBlob } from '#web/ui/saveBlob.ts'
import classes from './ExportMenu.module.css'

const formats: readonly { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
]
const emptyReasons: readonly string[] = ['csvEmpty', 'exportEmpty']

export interface ExportMenuProps {
  list: Pick<List<unknown>, 'contract' | 'params' | 'asked' | 'total'> & { shown: Pick<ListShown, 'label'> }
  /** The visible columns, where the user can choose them. */
  visible?: readonly string[]
  /** With an empty list, shows the alert (ERR-27) instead of disabling the button. */
  alertsEmpty?: boolean
}

/** Exports a list with its current filters, order and columns, all pages. */
export function ExportMenu({ list, visible, alertsEmpty }: ExportMenuProps) {
  const me = useMe()
  const [opened, setOpened] = useState(false)
  const [empty, setEmpty] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { contract, params, asked, total } = list
  const label = t(list.shown.label)
  const reader = { role: me.role.key, params: params as never, today: me.today }
  const exporting = useMutation({
    mutationFn: (chosen: ExportFormat) => {
      const columns = visible && shownKeys(contract.columnsOf(reader), visible).join(',')
      return call(contract, { params, query: { ...asked, format: chosen, columns } } as never) as Promise<Blob>
    },
    onSuccess: (blob, chosen) => {
      const name = exportFileName(contract.fileOf(reader), me.today, chosen)
      saveBlob(blob, name)
      showToast({ title: t('Lista exportada'), text: name })
    },
  })
  const { error, isPending, submittedAt, variables: format } = exporting
  useEffect(() => {
    if (!error) return
    if (error instanceof ApiError && emptyReasons.includes(error.code)) {
      // The alert returns the focus to what has it now, which may still be the closing menu.
      button.current?.focus()
      setEmpty(true)
    } else showError(messageOf(error))
  }, [error])
  const look = {
    variant: 'subtle',
    size: 'xs',
    leftSection: <IconDownload />,
    'aria-label': t`Exportar: ${label}`,
  } as const
  if (total === 0 && !alertsEmpty) {
    return (
      <ActionButton {...look} blocked={sentence('exportEmpty')} reason="tooltip">
        {t('Exportar')}
      </ActionButton>
    )
  }
  return (
    <>
      <Menu opened={opened && !isPending} onChange={setOpened}>
        <Menu.Target>
          {/* Stays enabled while exporting, so that it keeps the focus for the alert to return to. */}
          <Button
            ref={button}
            {...look}
            {...(isPending ? { 'aria-disabled': true, leftSection: <Loader size={18} /> } : {})}
          >
            {t('Exportar')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map(({ format: each, label: word }) => (
            <Menu.Item key={each} onClick={() => exporting.mutate(each)}>
              {word}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <span className="vh" role="status">
        {isPending ? t('Preparando el archivo') : ''}
      </span>
      {/* A new modal each time: a reopened one would take its own button as the previously focused element. */}
      <Dialog
        key={submittedAt}
        role="alertdialog"
        opened={empty}
        onClose={() => setEmpty(false)}
        title={t`Exportar ${formats.find(each => each.format === format)?.label ?? ''}`}
      >
        <p>{error ? messageOf(error) : ''}</p>
        <div className={classes.foot}>
          <Button data-autofocus variant="filled" onClick={() => setEmpty(false)}>
            {t('Aceptar')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
