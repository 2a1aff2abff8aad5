import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { exportOwnData } from '#domain/identity/session/contract.ts'
import { t } from '#domain/language/translate.ts'
import { call, messageOf } from '#web/api/api.ts'
import { saveBlob } from '#web/document/upload/saveBlob.ts'
import { useMe } from '#web/identity/session/useMe.ts'
import { showError } from '#web/ui/feedback/messages.ts'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './OwnData.module.css'

/** 'Descargar mis datos': all data that the portal holds about the signed-in user (RGPD art. 15 and 20). */
export function OwnData() {
  const { today } = useMe()
  const saving = useMutation({
    mutationFn: () => call(exportOwnData),
    onSuccess: blob => saveBlob(blob, `mis-datos-${today}.json`),
    onError: error => showError(messageOf(error)),
  })
  return (
    <Section title={t('Mis datos')} kind="serif">
      <p className={`dim ${classes.words}`}>
        {t('Todo lo que el portal guarda sobre usted: su cuenta, sus sesiones, sus avisos y lo que ha hecho en él.')}
      </p>
      <div>
        <Button leftSection={<IconDownload />} loading={saving.isPending} onClick={() => saving.mutate()}>
          {t('Descargar mis datos')}
        </Button>
      </div>
    </Section>
  )
}
