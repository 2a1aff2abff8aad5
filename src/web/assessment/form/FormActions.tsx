import { Button, Menu } from '@mantine/core'
import { IconDots, IconDownload, IconEye, IconTrash, IconUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { discardAssessment, listAssessments } from '#domain/assessment/contract.ts'
import { frameworkTemplate } from '#domain/assessment/framework/contract.ts'
import type { AssessmentDetail } from '#domain/assessment/wire.ts'
import { t } from '#domain/language/translate.ts'
import { call, messageOf } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import type { Saving } from '#web/assessment/form/useSaving.ts'
import { WorkbookModal } from '#web/assessment/form/WorkbookModal.tsx'
import { useDownload } from '#web/document/useDownload.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { showNotice } from '#web/ui/feedback/messages.ts'
import { Words } from '#web/ui/language/Words.tsx'

type Props = {
  detail: AssessmentDetail
  target: string
  closed: boolean
  saving: Saving
  onReread: () => Promise<void>
}

/** The template, the filled workbook, how readers see it, and discarding the draft. */
export function FormActions({ detail, target, closed, saving, onReread }: Props) {
  const [uploading, setUploading] = useState(false)
  const [discarding, setDiscarding] = useState(false)
  const template = useDownload(
    () =>
      call(frameworkTemplate, {
        params: { id: detail.framework.id },
        query: { validationId: detail.validationId, target },
      }),
    'evaluacion.xlsx',
  )
  if (closed) {
    return (
      <Button component={UiLink} leftSection={<IconEye />} href={paths.assessmentView(detail.id)}>
        {t('Ver la evaluación')}
      </Button>
    )
  }
  return (
    <>
      <ActionButton leftSection={<IconDownload />} loading={template.isPending} onClick={() => template.mutate()}>
        {t('Descargar plantilla')}
      </ActionButton>
      <Button leftSection={<IconUpload />} onClick={() => setUploading(true)}>
        {t('Subir hoja rellena')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="subtle" leftSection={<IconDots />}>
            {t('Más')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={UiLink} leftSection={<IconEye />} href={paths.assessmentView(detail.id)}>
            {t('Ver como la leerán')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash />} onClick={() => setDiscarding(true)}>
            {t('Descartar la evaluación')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <WorkbookModal
        opened={uploading}
        onClose={() => setUploading(false)}
        detail={detail}
        saving={saving}
        onReread={onReread}
      />
      <Discard opened={discarding} onClose={() => setDiscarding(false)} detail={detail} />
    </>
  )
}

function Discard({ opened, onClose, detail }: { opened: boolean; onClose: () => void; detail: AssessmentDetail }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const discard = useMutation({
    mutationFn: () => call(discardAssessment, { params: { id: detail.id } }),
    onSuccess: async () => {
      await navigate({ to: paths.assessments() })
      void client.invalidateQueries({ queryKey: [listAssessments.name] })
      showNotice(t('Evaluación descartada.'))
    },
  })
  return (
    <ConfirmModal
      opened={opened}
      onClose={onClose}
      title={t('Descartar la evaluación')}
      consequence={t('Se pierden todas las respuestas. Podrá empezar otra.')}
      danger
      confirmLabel={t('Descartar')}
      loading={discard.isPending}
      submitError={discard.error ? messageOf(discard.error) : null}
      onConfirm={() => discard.mutate()}
    >
      <Words of={t('¿Descartar el borrador de {0}, {1}?')}>
        <b>{detail.providerName}</b>
        {detail.service}
      </Words>
    </ConfirmModal>
  )
}
