import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#web/api/api.ts'
import { legalFooter } from '#web/shell/legalFooter.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { FileViewer } from '#web/ui/files/FileViewer.tsx'
import classes from './PrivacyPolicy.module.css'

export interface PrivacyPolicyProps {
  opened: boolean
  onClose: () => void
  onAccept: () => void
}

const TITLE = 'Política de privacidad y condiciones de uso'

/** Privacy policy with the terms of use, to read and accept (AUTH-11). */
export function PrivacyPolicy({ opened, onClose, onAccept }: PrivacyPolicyProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={TITLE} size={900} reading>
      <div className={classes.page}>
        <Policy />
      </div>
      <div className={classes.foot}>
        <Button onClick={onClose}>Cancelar</Button>
        <Button variant="filled" onClick={onAccept}>
          Aceptar
        </Button>
      </div>
    </Dialog>
  )
}

function Policy() {
  const { data, error, refetch } = useQuery({
    queryKey: ['privacyPolicy.pdf'],
    queryFn: async ({ signal }) => {
      const answer = await fetch(legalFooter.privacyHref, { signal })
      if (!answer.ok) throw new Error('La política de privacidad no está disponible ahora mismo.')
      return answer.blob()
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <FileViewer
      data={data ?? null}
      name={TITLE}
      error={error ? messageOf(error) : null}
      onRetry={() => void refetch()}
    />
  )
}
