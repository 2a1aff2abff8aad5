import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { QueryInput } from '#domain/contract.ts'
import { exportLogins } from '#domain/login-statistics/contract.ts'
import { sentence } from '#domain/messages.ts'
import { ApiError, call, messageOf } from '#web/api.ts'
import { saveBlob } from '#web/document/upload/saveBlob.ts'
import { useMe } from '#web/session/useMe.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { showError } from '#web/ui/messages.ts'
import classes from './login-statistics.module.css'

/** The records that the filters let through as a CSV; without any, the alert that says so (STAT-02, ERR-27). */
export function ExportButton({ query }: { query: QueryInput<typeof exportLogins> }) {
  const { today } = useMe()
  const [empty, setEmpty] = useState(false)
  const exporting = useMutation({
    mutationFn: () => call(exportLogins, { query }),
    onSuccess: blob => saveBlob(blob, `estadisticas-login-${today}.csv`),
    onError: error => {
      if (error instanceof ApiError && error.code === 'csvEmpty') setEmpty(true)
      else showError(messageOf(error))
    },
  })
  return (
    <>
      <Button leftSection={<IconDownload />} loading={exporting.isPending} onClick={() => exporting.mutate()}>
        Exportar CSV
      </Button>
      <Dialog role="alertdialog" opened={empty} onClose={() => setEmpty(false)} title="Exportar CSV">
        <p>{sentence('csvEmpty')}</p>
        <div className={classes.foot}>
          <Button data-autofocus variant="filled" onClick={() => setEmpty(false)}>
            Aceptar
          </Button>
        </div>
      </Dialog>
    </>
  )
}
