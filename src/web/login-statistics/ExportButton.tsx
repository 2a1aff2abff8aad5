import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
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
  const button = useRef<HTMLButtonElement>(null)
  const exporting = useMutation({
    mutationFn: () => call(exportLogins, { query }),
    onSuccess: blob => saveBlob(blob, `estadisticas-login-${today}.csv`),
  })
  const { error, isIdle, isPending } = exporting
  useEffect(() => {
    if (isIdle || isPending) return
    // While it turns, the button cannot keep the focus, to which the alert must return.
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    if (!error) return
    if (error instanceof ApiError && error.code === 'csvEmpty') setEmpty(true)
    else showError(messageOf(error))
  }, [isIdle, isPending, error])
  return (
    <>
      <Button ref={button} leftSection={<IconDownload />} loading={isPending} onClick={() => exporting.mutate()}>
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
