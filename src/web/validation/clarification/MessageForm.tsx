import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FILE_ENDINGS } from '#domain/document/file-types.ts'
import { t } from '#domain/language/translate.ts'
import { clarificationLimits, messageFiles } from '#domain/validation/clarification/clarification.ts'
import type { ClarificationDetail } from '#domain/validation/clarification/contract.ts'
import { readClarification, writeMessage } from '#domain/validation/clarification/contract.ts'
import { characterCount } from '#domain/values/text.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { NO_VERSION } from '#web/conflict/editDraft.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { draftName } from '#web/session/draftKey.ts'
import { useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FileDrop } from '#web/ui/files/FileDrop.tsx'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import classes from './clarifications.module.css'

const accept = FILE_ENDINGS.join(',')
const { files: MOST, text: LONGEST } = clarificationLimits

/** The caller's next message in a thread: its answer, or one more question. What was half written is kept (ASK-10). */
export function MessageForm({ thread }: { thread: ClarificationDetail }) {
  const client = useQueryClient()
  const [files, setFiles] = useState<readonly File[]>([])
  const [wrong, setWrong] = useState<string | null>(null)
  const edit = useEdit({
    version: NO_VERSION,
    saved: { text: '' },
    draft: draftName('clarification', useMe().userId, thread.id),
  })
  const { text } = edit.values
  const answers = thread.mayAnswer
  const sending = useMutation({
    mutationFn: () =>
      call(writeMessage, {
        params: { id: thread.id },
        body: { text },
        files: Object.fromEntries(files.map((file, index) => [messageFiles[index]!, file])),
      }),
    onSuccess: async sent => {
      edit.begin(NO_VERSION, { text: '' })
      setFiles([])
      client.setQueryData(queryOptions(readClarification, { params: { id: thread.id } }).queryKey, sent)
      showToast({ title: answers ? t('Respuesta enviada') : t('Pregunta enviada'), text: t`«${thread.subject}»` })
      await client.invalidateQueries()
    },
  })
  const add = (added: readonly File[]) => {
    const all = [...files, ...added]
    setWrong(all.length > MOST ? t`Se admiten ${MOST} archivos: no se han tomado los demás.` : null)
    setFiles(all.slice(0, MOST))
  }
  const send = () => {
    const missing = text.trim() === ''
    setWrong(missing ? t('Escriba el mensaje.') : null)
    if (!missing) sending.mutate()
  }
  const failure = wrong ?? (sending.error ? messageOf(sending.error) : null)
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!sending.isPending) send()
      }}
    >
      <CountedTextarea
        label={answers ? t('Su respuesta') : t('Otra pregunta')}
        autosize
        minRows={3}
        value={text}
        onChange={value => {
          edit.change({ text: value })
          setWrong(null)
        }}
        count={characterCount(text)}
        max={LONGEST}
        required
      />
      <FileDrop
        title={t('Archivos')}
        hint={t`Hasta ${MOST}. Quien lee la aclaración los lee también.`}
        accept={accept}
        multiple
        onFiles={add}
      />
      {files.length > 0 ? (
        <ul className={classes.files} aria-label={t('Archivos por enviar')}>
          {files.map(file => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <span>{file.name}</span>
              <IconButton
                size={36}
                label={t`Quitar ${file.name}`}
                icon={<IconX />}
                onClick={() => setFiles(files.filter(each => each !== file))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {failure ? (
        <Message kind="error" live>
          {failure}
        </Message>
      ) : null}
      <div className="row wrap">
        <ActionButton type="submit" variant="filled" loading={sending.isPending}>
          {answers ? t('Responder la aclaración') : t('Preguntar más')}
        </ActionButton>
        {edit.dirty ? (
          <Button variant="subtle" onClick={() => edit.begin(NO_VERSION, { text: '' })}>
            {t('Borrar lo escrito')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
