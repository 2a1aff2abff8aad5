import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { msg, t } from '#domain/language/translate.ts'
import { messageOf } from '#web/api/api.ts'
import { legalFooter } from '#web/session/legalFooter.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { FileViewer } from '#web/ui/files/FileViewer.tsx'
import classes from './PrivacyPolicy.module.css'

export interface PrivacyPolicyProps {
  opened: boolean
  onClose: () => void
  onAccept: () => void
  /** The operator supplies an English text, shown beside the one that is accepted (EASE-19). */
  english: boolean
}

const TITLE = msg('Política de privacidad y condiciones de uso')
const ENGLISH_TITLE = 'Privacy policy and terms of use'
const ACCEPTED = 'Se acepta el texto en español.'
const ENGLISH_ACCEPTED = 'The Spanish text is the one that you accept.'

/** Privacy policy with the terms of use, to read and accept (AUTH-11). */
export function PrivacyPolicy({ opened, onClose, onAccept, english }: PrivacyPolicyProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t(TITLE)} size={english ? 1400 : 900} reading>
      <div className={classes.texts}>
        <div className={classes.page} lang="es">
          <Policy href={legalFooter.privacyHref} name={TITLE} />
        </div>
        {english ? (
          <div className={classes.page} lang="en">
            <Policy href={legalFooter.englishPrivacyHref} name={ENGLISH_TITLE} />
          </div>
        ) : null}
      </div>
      {english ? (
        <p className={classes.note}>
          <span lang="es">{ACCEPTED}</span> <span lang="en">{ENGLISH_ACCEPTED}</span>
        </p>
      ) : null}
      <div className={classes.foot}>
        <Button onClick={onClose}>{t('Cancelar')}</Button>
        <Button variant="filled" onClick={onAccept}>
          {t('Aceptar')}
        </Button>
      </div>
    </Dialog>
  )
}

function Policy({ href, name }: { href: string; name: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: [href],
    queryFn: async ({ signal }) => {
      const answer = await fetch(href, { signal })
      if (!answer.ok) throw new Error(t('La política de privacidad no está disponible ahora mismo.'))
      return answer.blob()
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <FileViewer
      data={data ?? null}
      name={name}
      error={error ? messageOf(error) : null}
      onRetry={() => void refetch()}
    />
  )
}
