import { Button } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { t } from '#domain/language/translate.ts'
import { hidesCertificates } from '#domain/report-request/certificate/certificate.ts'
import { hideCertificate, readCertificate } from '#domain/report-request/certificate/contract.ts'
import type { ScoreWire } from '#domain/report-request/score/contract.ts'
import { listScores } from '#domain/report-request/score/contract.ts'
import { call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useDownload } from '#web/document/useDownload.ts'
import { useMe } from '#web/session/useMe.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './CertificateButton.module.css'

/** Downloads the certificate of a score (SEAL-15). */
export function CertificateButton({ score }: { score: ScoreWire }) {
  const download = useDownload(
    () => call(readCertificate, { params: { id: score.id } }),
    t`certificado ${score.score.replaceAll('/', '-')}.pdf`,
  )
  return (
    <IconButton
      size={40}
      label={t`Descargar el certificado de la calificación del ${dayText(score.scoredAt)}`}
      icon={<IconCertificate />}
      aria-busy={download.isPending}
      onClick={() => {
        if (!download.isPending) download.mutate()
      }}
    />
  )
}

/** Whether a certificate is hidden from those who check it, and for its provider the button that changes it (SEAL-19). */
export function CertificateNote({ score }: { score: ScoreWire }) {
  const { role } = useMe()
  const change = useListWrite({
    mutationFn: (hidden: boolean) => call(hideCertificate, { params: { id: score.id }, body: { hidden } }),
    onError: error => showError(messageOf(error)),
    reads: [listScores.name],
  })
  const hidden = score.certificateHidden
  if (hidden === undefined) return null
  if (!hidesCertificates(role.key)) return hidden ? t('Certificado oculto por el proveedor') : null
  return (
    <span className={classes.note}>
      {hidden
        ? t('Certificado oculto: nadie lo comprueba por su código')
        : t('Certificado visible para quien tiene su código')}
      <Button
        variant="subtle"
        size="compact-xs"
        loading={change.isPending}
        onClick={() => change.mutate(!hidden)}
        aria-label={
          hidden
            ? t`Mostrar el certificado de la calificación del ${dayText(score.scoredAt)}`
            : t`Ocultar el certificado de la calificación del ${dayText(score.scoredAt)}`
        }
      >
        {hidden ? t('Mostrar') : t('Ocultar')}
      </Button>
    </span>
  )
}
