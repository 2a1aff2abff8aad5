import { Button } from '@mantine/core'
import { t } from '#domain/language/translate.ts'
import type { ProfileForm } from '#web/participant/profile/useProfileForm.ts'
import type { ProfileSaving } from '#web/participant/profile/useProfileSaving.ts'
import { Message } from '#web/ui/feedback/Message.tsx'

/** Another user changed the same fields: a save asks which to keep, but an autosave must not while the user types. */
export function DisputeMessage({ form, saving }: { form: ProfileForm; saving: ProfileSaving }) {
  return (
    <>
      {saving.disputed ? (
        <Message kind="warning" live title={t('Otra persona ha cambiado lo mismo mientras tanto')}>
          <span className="row wrap">
            {t('Sus cambios aún no se han guardado.')}
            <Button size="xs" onClick={() => void saving.save()}>
              {t('Ver qué ha cambiado')}
            </Button>
          </span>
        </Message>
      ) : null}
      {form.edit.window}
    </>
  )
}
