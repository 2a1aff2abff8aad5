import { Radio } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DocumentWire } from '#domain/document/contract.ts'
import { listReusable, type ReusableWire, reuseDocument } from '#domain/document/reuse/contract.ts'
import { documentTitle } from '#domain/document/shipped.ts'
import { t } from '#domain/language/translate.ts'
import { needsAnotherFile } from '#domain/validation/review.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { acceptedText } from '#web/document/reuse/acceptedText.ts'
import { FormModal } from '#web/ui/form/FormModal.tsx'

type Reuse = {
  validationId: string
  /** A documentation that was never sent has nothing accepted. */
  sent: boolean
  onReused: (document: string) => unknown
}

/** The accepted files of an owner that can stand for a document that is asked for (EASE-03). */
export function useReuse({ validationId, sent, onReused }: Reuse) {
  const client = useQueryClient()
  const [target, setTarget] = useState<DocumentWire | null>(null)
  const { data } = useQuery({ ...queryOptions(listReusable, { query: { validationId } }), enabled: sent })
  const all = data?.content ?? []
  const others = (document: DocumentWire) =>
    all.filter(each => each.service !== null || each.documentCatalogName !== document.documentCatalogName)
  return {
    /** Offered where a file is missing or has to be replaced. */
    offeredFor: (document: DocumentWire) =>
      sent && (document.file === null || needsAnotherFile(document.status)) && others(document).length > 0,
    open: setTarget,
    window: target ? (
      <ReuseWindow
        key={target.documentCatalogName}
        document={target}
        offered={others(target)}
        onClose={() => setTarget(null)}
        onDone={async () => {
          await client.invalidateQueries({ queryKey: [listReusable.name] })
          await onReused(target.documentCatalogName)
          setTarget(null)
        }}
      />
    ) : null,
  }
}

type WindowProps = {
  document: DocumentWire
  offered: readonly ReusableWire[]
  onClose: () => void
  onDone: () => Promise<void>
}

function ReuseWindow({ document, offered, onClose, onDone }: WindowProps) {
  const [only, ...others] = offered
  const [chosen, setChosen] = useState<string | null>(only && others.length === 0 ? only.versionId : null)
  const [loading, setLoading] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { documentCatalogName, id, validationId } = document
  const submit = async () => {
    if (chosen === null) return setError(t('Elija un archivo.'))
    setLoading(true)
    setError(null)
    try {
      await call(reuseDocument, {
        params: { id: id ?? validationId },
        body: { versionId: chosen, ...(id ? {} : { documentCatalogName }) },
      })
      await onDone()
    } catch (failure) {
      setError(messageOf(failure))
      setLoading(false)
    }
  }
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t`Usar un archivo ya aceptado para «${documentTitle(documentCatalogName)}»`}
      onSubmit={() => void submit()}
      submitLabel={t('Usar este archivo')}
      loading={loading}
      submitError={error}
    >
      <p className="dim">
        {t('No hace falta subirlo otra vez. El CCI ve dónde lo aceptó y hasta cuándo, y decide sobre este documento.')}
      </p>
      <Radio.Group
        label={t('Archivos aceptados y en vigor')}
        value={chosen}
        onChange={value => {
          setChosen(value)
          setError(null)
        }}
      >
        <div className="stack">
          {offered.map(each => (
            <Radio key={each.versionId} value={each.versionId} label={each.name} description={acceptedText(each)} />
          ))}
        </div>
      </Radio.Group>
    </FormModal>
  )
}
