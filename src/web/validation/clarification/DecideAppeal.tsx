import { Radio } from '@mantine/core'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { Outcome } from '#domain/validation/clarification/clarification.ts'
import { clarificationLimits, outcomeLabels, outcomes } from '#domain/validation/clarification/clarification.ts'
import type { ClarificationDetail } from '#domain/validation/clarification/contract.ts'
import { closeClarification } from '#domain/validation/clarification/contract.ts'
import { characterCount } from '#domain/values/text.ts'
import { call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { NO_VERSION } from '#web/conflict/editDraft.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { draftName } from '#web/session/draftKey.ts'
import { useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './clarifications.module.css'

/** CCI decides an appeal, with a text (SEAL-23). */
export function DecideAppeal({ thread }: { thread: ClarificationDetail }) {
  const [wrong, setWrong] = useState<string | null>(null)
  const edit = useEdit({
    version: NO_VERSION,
    saved: { outcome: '', text: '' },
    draft: draftName('appeal-decision', useMe().userId, thread.id),
  })
  const { outcome, text } = edit.values
  const deciding = useListWrite({
    mutationFn: () =>
      call(closeClarification, {
        params: { id: thread.id },
        body: { status: 'CLOSED', outcome: outcome as Outcome, text, version: thread.version },
      }),
    onSuccess: ({ subject }) => {
      edit.forget()
      showToast({
        title: t('Reclamación resuelta'),
        text: t`${thread.participantName} ha recibido el aviso de «${subject}».`,
      })
    },
  })
  const submit = () => {
    const missing = outcome === '' || text.trim() === ''
    setWrong(missing ? t('Elija cómo se resuelve y escriba por qué.') : null)
    if (!missing) deciding.mutate()
  }
  const failure = wrong ?? (deciding.error ? messageOf(deciding.error) : null)
  return (
    <Section kind="label" title={t('RESOLVER LA RECLAMACIÓN')}>
      <form
        className={classes.form}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (!deciding.isPending) submit()
        }}
      >
        <Radio.Group
          label={t('Resolución')}
          value={outcome}
          onChange={value => edit.change({ outcome: value })}
          required
        >
          <div className="row wrap">
            {outcomes.map(value => (
              <Radio key={value} value={value} label={t(outcomeLabels[value])} />
            ))}
          </div>
        </Radio.Group>
        <CountedTextarea
          label={t('Por qué')}
          description={t('Lo lee el proveedor. Si se estima, corrija después la calificación.')}
          autosize
          minRows={3}
          value={text}
          onChange={value => edit.change({ text: value })}
          count={characterCount(text)}
          max={clarificationLimits.text}
          required
        />
        {failure ? (
          <Message kind="error" live>
            {failure}
          </Message>
        ) : null}
        <div className="row">
          <ActionButton type="submit" variant="filled" loading={deciding.isPending}>
            {t('Resolver la reclamación')}
          </ActionButton>
        </div>
      </form>
    </Section>
  )
}
