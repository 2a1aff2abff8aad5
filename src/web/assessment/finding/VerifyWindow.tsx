import { Button } from '@mantine/core'
import { IconCheck, IconCornerUpLeft } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FindingFileWire, FindingWire } from '#domain/assessment/finding/contract.ts'
import { changeFinding, findingFileContent } from '#domain/assessment/finding/contract.ts'
import { t } from '#domain/language/translate.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { FindingFacts } from '#web/assessment/finding/FindingFacts.tsx'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FileViewer } from '#web/ui/files/FileViewer.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import { saveBlob } from '#web/ui/saveBlob.ts'
import classes from './findings.module.css'

type Props = { finding: FindingWire; onClose: () => void; onSendBack: () => void; onSaved: () => unknown }

/** The proof of a measure with its files beside the decision (FIND-12). */
export function VerifyWindow({ finding, onClose, onSendBack, onSaved }: Props) {
  const files = finding.own?.files ?? []
  // The last one proves what was sent back before.
  const [shown, setShown] = useState(files.at(-1)?.id ?? '')
  const file = files.find(({ id }) => id === shown)
  const saving = useMutation({
    mutationFn: () =>
      call(changeFinding, { params: { id: finding.id }, body: { move: 'verify', version: finding.version } }),
    onSuccess: async () => {
      showToast({ title: t('Medida verificada'), text: finding.own?.title })
      await onSaved()
      onClose()
    },
  })
  return (
    <Dialog opened onClose={onClose} title={finding.own?.title ?? t('Comprobar la medida')} size={1180}>
      <div className={classes.verify}>
        <div className={classes.viewer}>
          {files.length > 1 ? (
            <Segments
              label={t('Archivo')}
              value={shown}
              onChange={setShown}
              segments={files.map(({ id, name }) => ({ value: id, label: name }))}
            />
          ) : null}
          {file ? (
            <Viewer key={file.id} file={file} />
          ) : (
            <EmptyState
              title={t('Sin archivos')}
              text={t('El proveedor cuenta qué ha hecho y no adjunta ningún archivo.')}
            />
          )}
        </div>
        <div className="stack">
          <FindingFacts finding={finding} withFiles={false} />
          {saving.error ? (
            <Message kind="error" live>
              {messageOf(saving.error)}
            </Message>
          ) : null}
          <div className="row wrap">
            <ActionButton
              variant="filled"
              leftSection={<IconCheck />}
              loading={saving.isPending}
              onClick={() => saving.mutate()}
            >
              {t('Verificar')}
            </ActionButton>
            <Button leftSection={<IconCornerUpLeft />} onClick={onSendBack}>
              {t('Devolver')}
            </Button>
          </div>
        </div>
      </div>
    </Dialog>
  )
}

function Viewer({ file: { id, name } }: { file: FindingFileWire }) {
  const { data, error, refetch } = useQuery({
    ...queryOptions(findingFileContent, { params: { id } }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <div className={classes.page}>
      <FileViewer
        data={data ?? null}
        name={name}
        error={error ? messageOf(error) : null}
        onRetry={() => void refetch()}
        onDownload={data ? () => saveBlob(data, name) : undefined}
      />
    </div>
  )
}
