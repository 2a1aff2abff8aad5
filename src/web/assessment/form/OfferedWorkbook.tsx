import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listAssessments, uploadWorkbook } from '#domain/assessment/contract.ts'
import type { AssessmentDetail } from '#domain/assessment/wire.ts'
import { t } from '#domain/language/translate.ts'
import { call, messageOf } from '#web/api/api.ts'
import type { Saving } from '#web/assessment/form/useSaving.ts'
import { SheetFaults } from '#web/assessment/SheetFaults.tsx'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showNotice } from '#web/ui/feedback/messages.ts'
import { Words } from '#web/ui/language/Words.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './form.module.css'

type Props = {
  detail: AssessmentDetail
  offered: NonNullable<AssessmentDetail['offered']>
  saving: Saving
  onReread: () => Promise<void>
}

/** The provider has sent a filled template since: the evaluator may load it over the draft (DICT-10). */
export function OfferedWorkbook({ detail, offered, saving, onReread }: Props) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const load = useMutation({
    mutationFn: async () => {
      const version = await saving.flush()
      const body = { source: 'REQUEST' as const, ...(version === null ? {} : { version }) }
      return call(uploadWorkbook, { params: { id: detail.id }, body })
    },
    onSuccess: async () => {
      setAsking(false)
      await Promise.all([onReread(), client.invalidateQueries({ queryKey: [listAssessments.name] })])
      showNotice(t('Se ha cargado la hoja del proveedor.'))
    },
  })
  return (
    <div className={classes.message}>
      <Message kind="info" title={t('El proveedor ha enviado la plantilla rellena')}>
        <p>{t`«${offered.name}», del ${dayText(offered.uploadedAt)}. Su borrador no ha cambiado.`}</p>
        <Button size="xs" onClick={() => setAsking(true)}>
          {t('Cargar la hoja del proveedor')}
        </Button>
      </Message>
      <ConfirmModal
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('Cargar la hoja del proveedor')}
        consequence={t('Sustituye todas las respuestas de su borrador.')}
        confirmLabel={t('Cargar')}
        loading={load.isPending}
        submitError={null}
        onConfirm={() => load.mutate()}
      >
        <Words of={t('¿Cargar las respuestas de {0}?')}>
          <b>{offered.name}</b>
        </Words>
        {load.error ? <SheetFaults title={messageOf(load.error)} error={load.error} /> : null}
      </ConfirmModal>
    </div>
  )
}
