import { useState } from 'react'
import { documentChanges } from '#domain/catalogue/catalogue.ts'
import type { CatalogueType } from '#domain/catalogue/contract.ts'
import { sentence } from '#domain/messages.ts'
import { OPERATOR_NAME } from '#domain/values/product.ts'
import { ApiError, messageOf } from '#web/api/api.ts'
import { DATA_TABLE, DatumLines } from '#web/catalogue/DatumLines.tsx'
import { DOCUMENTS_TABLE, DocumentLines } from '#web/catalogue/DocumentLines.tsx'
import { dataEffects, documentEffects } from '#web/catalogue/effects.ts'
import { savingFailure } from '#web/catalogue/failure.ts'
import { DocumentHelp } from '#web/catalogue/help/DocumentHelp.tsx'
import { lineCellId } from '#web/catalogue/LinesTable.tsx'
import type { Drafts } from '#web/catalogue/lines.ts'
import { useCatalogue } from '#web/catalogue/useCatalogue.ts'
import type { EditedTable } from '#web/catalogue/useLines.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { LoadingMask } from '#web/ui/feedback/LoadingMask.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { clearMessage, showError, showNotice } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { ErrorSummary, type FieldError } from '#web/ui/form/ErrorSummary.tsx'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './catalogue.module.css'

export interface CatalogueEditorProps {
  type: CatalogueType
  drafts: Drafts
  setDrafts: (change: (drafts: Drafts) => Drafts) => void
}

const fieldLabels: Record<string, string> = {
  documentCatalogName: 'Documento',
  description: 'Descripción',
  field: 'Dato',
}

/** The invalid cells of a table and their positions. */
function wrongCells<Line extends object>(table: string, edited: EditedTable<Line> | null): FieldError[] {
  return Object.entries(edited?.errors ?? {}).map(([path, message]) => {
    const [key = '', field = ''] = path.split('.')
    const number = 1 + (edited?.lines.findIndex(line => line.key === key) ?? 0)
    return { field: lineCellId(table, key, field), label: `${fieldLabels[field]} de la línea ${number}`, message }
  })
}

/** The catalogue of a participant type: its two tables, the effects of saving, and 'Guardar'. */
export function CatalogueEditor({ type, drafts, setDrafts }: CatalogueEditorProps) {
  const catalogue = useCatalogue(type, drafts, setDrafts)
  const { documents, data, ready, failure, retry, showFields, save, discard } = catalogue
  const [attempt, setAttempt] = useState(0)
  const [summary, setSummary] = useState('')
  if (failure && !ready) {
    return <ErrorState title="No se ha podido leer la configuración" text={messageOf(failure)} onRetry={retry} />
  }
  if (!ready || !documents) return <LoadingMask visible />

  const dirty = documents.dirty || data?.dirty === true
  // An empty line counts as no change, but 'Guardar' removes it.
  const grown = documents.lines.length > documents.saved.length || (data && data.lines.length > data.saved.length)
  const blocked = dirty || grown ? null : 'Todo guardado'
  const wrong = [...wrongCells(DOCUMENTS_TABLE, documents), ...wrongCells(DATA_TABLE, data)]
  const effects = [
    ...documentEffects(type, documentChanges(documents.saved, documents.checked.lines)),
    ...(data ? dataEffects(data.saved, data.checked.lines) : []),
  ]

  const submit = () => {
    clearMessage()
    const reasons = [documents.checked.reason, data?.checked.reason]
    if (reasons.some(Boolean)) {
      showFields({ documents: documents.checked.fields, data: data?.checked.fields ?? {} })
      setSummary(sentence(reasons.includes('emptyLines') ? 'emptyLines' : 'invalid'))
      setAttempt(attempt + 1)
      return
    }
    if (!dirty) {
      // Only empty lines were added: remove them.
      discard()
      showNotice('No hay cambios que guardar.')
      return
    }
    save.mutate(undefined, {
      onSuccess: saved => (saved ? showToast({ title: 'Configuración guardada' }) : undefined),
      onError: error => {
        const said = savingFailure(error)
        if (error instanceof ApiError && Object.keys(error.fields).length > 0) {
          setSummary(said)
          setAttempt(count => count + 1)
        } else showError(said)
      },
    })
  }

  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!save.isPending && !blocked) submit()
      }}
    >
      <div className="stack">
        <ErrorSummary errors={wrong} title={summary} attempt={attempt} />
        <Section title="DOCUMENTACIÓN REQUERIDA">
          <p className={`small dim ${classes.note}`}>
            {type === 'ISSUE'
              ? `Lo que el ${OPERATOR_NAME} adjunta al abrir una incidencia, en este orden.`
              : 'Lo que sube cada participante, en este orden. Para enviar su documentación basta con lo obligatorio.'}
          </p>
          <DocumentLines lines={documents.lines} onChange={documents.change} errors={documents.errors} />
        </Section>
        <DocumentHelp type={type} />
        {data ? (
          <Section title="DATOS DEL PARTICIPANTE">
            <p className={`small dim ${classes.note}`}>
              Se añaden como textos a la ficha, que ya pide nombre, direcciones y contacto.
            </p>
            <DatumLines lines={data.lines} onChange={data.change} errors={data.errors} />
          </Section>
        ) : null}
        {effects.length > 0 ? (
          <Message kind="info" title="Al guardar">
            <ul className={classes.effects}>
              {effects.map(effect => (
                <li key={effect}>{effect}</li>
              ))}
            </ul>
          </Message>
        ) : null}
      </div>
      <FormFoot
        state={dirty ? 'Hay cambios sin guardar' : blocked ? null : 'Todo guardado'}
        secondary={dirty ? { label: 'Descartar cambios', onClick: discard } : null}
        primary={{ label: 'Guardar', type: 'submit', loading: save.isPending, blocked }}
      />
      {catalogue.documentsConflict}
      {catalogue.dataConflict}
    </form>
  )
}
